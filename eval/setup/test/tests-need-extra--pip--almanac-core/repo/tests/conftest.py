import datetime as dt

import pytest

from almanac import EveryNth


@pytest.fixture
def second_saturday():
    return EveryNth(weekday=5, weeks=2, first=dt.date(2024, 1, 6))
