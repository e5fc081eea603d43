import larkrise


def test_early():
    assert larkrise.wakes_at() < "06:00"
