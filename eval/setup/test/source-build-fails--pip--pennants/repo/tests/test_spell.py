import unittest

from pennants import load, spell


class SpellTest(unittest.TestCase):
    def test_two_letters(self):
        flags = load('{"a": "alfa", "b": "bravo"}')
        self.assertEqual(spell(flags, "Ab"), ["alfa", "bravo"])
