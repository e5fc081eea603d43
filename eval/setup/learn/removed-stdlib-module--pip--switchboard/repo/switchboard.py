import telnetlib


class Console:
    """One question, one answer; the prompt is "> "."""

    def __init__(self, host, connect=telnetlib.Telnet):
        self._line = connect(host, 23)

    def ask(self, question):
        self._line.write(question.encode("ascii") + b"\r\n")
        return self._line.read_until(b"> ").decode("ascii").removesuffix("> ").strip()
