from ledgerlines import amount


def test_grouping():
    assert amount(123456789) == "1.234.567,89"
