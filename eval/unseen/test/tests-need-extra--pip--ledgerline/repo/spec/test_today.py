from freezegun import freeze_time

import ledgerline


@freeze_time("2020-02-02")
def test_today():
    assert ledgerline.today() == "2020-02-02"
