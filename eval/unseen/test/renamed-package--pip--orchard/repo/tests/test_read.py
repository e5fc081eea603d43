import unittest

import orchard


class Read(unittest.TestCase):
    def test_none(self):
        self.assertEqual(dict(orchard.read("none")), {})
