import datetime as dt

from freezegun import freeze_time

from almanac import next_market_day


@freeze_time("2024-01-08")
def test_next_one_is_skipped(second_saturday):
    assert next_market_day(second_saturday) == dt.date(2024, 1, 20)


@freeze_time("2024-01-20")
def test_today_counts(second_saturday):
    assert next_market_day(second_saturday) == dt.date(2024, 1, 20)
