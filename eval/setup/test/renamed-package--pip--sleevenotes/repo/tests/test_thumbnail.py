import unittest

from sleevenotes import thumbnail


class ThumbnailTest(unittest.TestCase):
    def test_longer_edge(self):
        self.assertEqual(thumbnail((300, 150), "red").size, (64, 32))
