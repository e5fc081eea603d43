import unittest

import yamlpeek


class CountTest(unittest.TestCase):
    def test_two_documents(self):
        self.assertEqual(yamlpeek.count_documents("a: 1\n---\nb: 2\n"), 2)

    def test_empty_stream(self):
        self.assertEqual(yamlpeek.count_documents(""), 0)

    def test_broken_stream(self):
        with self.assertRaises(ValueError):
            yamlpeek.count_documents("a: [1")


if __name__ == "__main__":
    unittest.main()
