from rota.plan import plan


def test_people_take_turns():
    names = [name for _, name in plan(["ada", "bo"], "2024-03-04", 3)]
    assert names == ["ada", "bo", "ada"]


def test_weeks_follow_each_other():
    days = [day.day for day, _ in plan(["ada"], "2024-03-04", 2)]
    assert days == [4, 11]
