from levels.peaks import peaks


def test_only_high_peaks():
    assert peaks([0, 2, 1, 5, 1, 9, 0], at_least=3) == [3, 5]
