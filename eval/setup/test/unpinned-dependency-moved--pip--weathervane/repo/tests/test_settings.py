import os
import unittest
from unittest import mock

from weathervane import Settings


class SettingsTest(unittest.TestCase):
    def test_defaults(self):
        self.assertEqual(Settings().station, "roof")

    @mock.patch.dict(os.environ, {"VANE_GUST_LIMIT": "17.5"})
    def test_environment(self):
        self.assertEqual(Settings().gust_limit, 17.5)
