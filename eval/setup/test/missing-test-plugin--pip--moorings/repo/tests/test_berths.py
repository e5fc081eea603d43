from moorings import first_free

BERTHS = [("a", 12, False), ("b", 8, True), ("c", 9, False)]


def test_shortest_that_fits():
    assert first_free(BERTHS, 7) == "c"


def test_none_is_long_enough():
    assert first_free(BERTHS, 14) is None
