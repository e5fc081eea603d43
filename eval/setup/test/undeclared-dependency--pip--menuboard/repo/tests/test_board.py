import unittest

from menuboard import load_menu, render


class BoardTest(unittest.TestCase):
    def test_render(self):
        text = render(load_menu("monday: [soup, bread]\ntuesday: [stew]\n"))
        self.assertIn("soup, bread", text)
        self.assertEqual(len(text.splitlines()), 3)


if __name__ == "__main__":
    unittest.main()
