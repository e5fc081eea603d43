import unittest

from gridcheck import margins


class MarginsTest(unittest.TestCase):
    def test_margins(self):
        self.assertEqual(margins([[1, 2], [3, 4]]), ([3, 7], [4, 6]))
