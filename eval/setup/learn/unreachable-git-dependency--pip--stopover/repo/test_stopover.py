from stopover import layover


def test_minutes():
    assert layover("2024-05-01T10:10", "2024-05-01T11:00", "São Paulo") == "sao-paulo: 50 min"
