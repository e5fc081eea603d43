import unittest

from lockkeeper import steps


class StepsTest(unittest.TestCase):
    def test_up_and_down(self):
        self.assertEqual(steps([0, 3, 1], 0, 2), [(0, "fill"), (1, "empty")])
