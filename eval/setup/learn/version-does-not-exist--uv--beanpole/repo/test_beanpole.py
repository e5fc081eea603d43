import unittest

from beanpole import save


class SaveTest(unittest.TestCase):
    def test_days_in_order(self):
        self.assertEqual(save({"tue": 12.34, "mon": 11}), "[heights]\nmon = 11\ntue = 12.3\n")
