from ferrule import newest


def test_newest():
    assert newest(["1.9", "1.10", "1.2"]) == "1.10"
