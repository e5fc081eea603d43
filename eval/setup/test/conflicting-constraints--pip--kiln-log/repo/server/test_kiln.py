import unittest

from kiln import create_app


class KilnTest(unittest.TestCase):
    def test_firing(self):
        client = create_app([[20, 980, 1220, 300]]).test_client()
        self.assertEqual(client.get("/firings/0").get_json(), {"top": 1220, "samples": "4"})
