import unittest

from oxbow import Bend, sharpest


class BendTest(unittest.TestCase):
    def test_sharpest(self):
        self.assertEqual(sharpest([Bend("elbow", 95), Bend("knee", 120)]), "knee")
