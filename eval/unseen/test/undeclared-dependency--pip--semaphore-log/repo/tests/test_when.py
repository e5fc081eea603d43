import unittest

from semlog import when


class When(unittest.TestCase):
    def test_year(self):
        self.assertEqual(when("at: '2020-01-01'"), 2020)
