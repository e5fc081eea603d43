import unittest

from nightbus import last_bus


class LastBusTest(unittest.TestCase):
    def test_text(self):
        self.assertEqual(last_bus(12, "Market"), "Market: in 12 min")
