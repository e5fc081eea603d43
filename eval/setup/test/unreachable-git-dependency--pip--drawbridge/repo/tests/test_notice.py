import unittest

from drawbridge import notice


class NoticeTest(unittest.TestCase):
    def test_plural(self):
        self.assertEqual(notice(3), "three boats waiting")

    def test_one(self):
        self.assertEqual(notice(1), "one boat waiting")
