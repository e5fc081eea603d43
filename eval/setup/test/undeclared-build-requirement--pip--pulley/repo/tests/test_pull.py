import unittest

from pulley import pull


class PullTest(unittest.TestCase):
    def test_no_friction(self):
        self.assertEqual(pull(100, 4), 25)

    def test_friction(self):
        self.assertAlmostEqual(pull(100, 1, 0.1), 110)
