import unittest

from squeezer import bound


class Bound(unittest.TestCase):
    def test_grows(self):
        self.assertGreater(bound(100), 100)
