from stampbook import table


def test_rows_are_sorted():
    lines = table([(1951, "NO", "20 øre"), (1949, "SE", "10 öre")]).splitlines()
    assert lines[2].startswith("  1949")
