import unittest

from guestbook.entry import read_entry, show


class EntryTest(unittest.TestCase):
    def test_charset(self):
        self.assertEqual(read_entry("text/plain; charset=latin-1"), ("text/plain", "latin-1"))

    def test_no_markup(self):
        self.assertEqual(show("<b>", "*hi*"), "<h2>&lt;b&gt;</h2><p><em>hi</em></p>")
