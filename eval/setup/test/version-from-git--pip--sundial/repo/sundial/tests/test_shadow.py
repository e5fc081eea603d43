import math
import unittest

from sundial import shadow


class ShadowTest(unittest.TestCase):
    def test_half_height(self):
        self.assertAlmostEqual(shadow(2, 45), 2)

    def test_night(self):
        self.assertEqual(shadow(2, -3), math.inf)
