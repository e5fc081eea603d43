import unittest

from tidytimes import join


class JoinTest(unittest.TestCase):
    def test_two_days(self):
        self.assertEqual(join({"Mon": "9-5", "Tue": "9-1"}), "Mon 9-5, Tue 9-1")
