import unittest

from staffroom import by_name


class ByName(unittest.TestCase):
    def test_brackets_are_escaped(self):
        self.assertIn("\\28", by_name("Ann (maths)"))
