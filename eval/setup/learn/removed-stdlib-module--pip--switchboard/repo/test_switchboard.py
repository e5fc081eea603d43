from switchboard import Console


class Line:
    def __init__(self, host, port):
        self.asked = b""

    def write(self, text):
        self.asked = text

    def read_until(self, mark):
        return b"heard " + self.asked + mark


def test_ask():
    assert Console("pbx", connect=Line).ask("who") == "heard who"
