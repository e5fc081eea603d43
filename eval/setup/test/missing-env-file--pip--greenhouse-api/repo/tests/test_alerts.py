from greenhouse.alerts import frost_alerts


def test_cold_minutes():
    assert frost_alerts([9.0, 4.0, 5.0, 1.5]) == [1, 3]
