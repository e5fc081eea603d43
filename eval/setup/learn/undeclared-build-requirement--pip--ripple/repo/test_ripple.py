import unittest

from ripple import height


class HeightTest(unittest.TestCase):
    def test_waves_add_up(self):
        self.assertEqual(height([0, 1, 0], [0, 2, -1]), 3.0)
