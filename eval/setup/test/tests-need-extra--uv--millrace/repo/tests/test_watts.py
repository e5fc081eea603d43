from millrace import watts


def test_more_water_more_power(subtests):
    for litres in (10, 100, 1000):
        with subtests.test(litres=litres):
            assert watts(litres + 1, 2) > watts(litres, 2)
