import unittest

from hymnal.order import in_order


class OrderTest(unittest.TestCase):
    def test_swedish_letters_come_last(self):
        self.assertEqual(in_order(["Ära", "Öppna", "Ack", "Ära"]), ["Ack", "Ära", "Öppna"])
