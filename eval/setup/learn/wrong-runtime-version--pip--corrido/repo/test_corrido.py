import asyncio
import unittest

from corrido import lay_out


class LayoutTest(unittest.TestCase):
    def test_chords_stand_above_their_words(self):
        self.assertEqual(lay_out("[C]Hello [G]world"), ("C     G", "Hello world"))

    def test_no_chords(self):
        self.assertEqual(lay_out("Hello"), ("", "Hello"))


if __name__ == "__main__":
    unittest.main()
