from flowers import classify


def test_nearest():
    assert classify([[1, 1], [5, 5]], ["daisy", "rose"], [[4, 6]]) == ["rose"]
