from gatekeeping.counts import visitors_per_hour


def test_hours_are_in_order():
    hours = visitors_per_hour([("north", "11:05"), ("south", "09:59"), ("north", "11:40")])
    assert list(hours) == ["09", "11"]
    assert hours["11"]["north"] == 2
