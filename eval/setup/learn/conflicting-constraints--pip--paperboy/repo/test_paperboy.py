import pytest
import requests

from paperboy import front_page


class Answer:
    text = "news"

    def __init__(self, ok):
        self.ok = ok

    def raise_for_status(self):
        if not self.ok:
            raise requests.HTTPError("404")


def test_text():
    assert front_page("x", get=lambda url, timeout: Answer(True)) == "news"


def test_error():
    with pytest.raises(requests.HTTPError):
        front_page("x", get=lambda url, timeout: Answer(False))
