import unittest

from coastline import simplify


class SimplifyTest(unittest.TestCase):
    def test_flat_points_go_first(self):
        points = [(0, 0), (1, 0.01), (2, 3), (3, 0)]
        self.assertEqual(simplify(points, 3), [(0, 0), (2, 3), (3, 0)])
