import datetime as dt

import attr


@attr.s(auto_attribs=True, frozen=True)
class EveryNth:
    weekday: int
    weeks: int
    first: dt.date

    def matches(self, day):
        return day.weekday() == self.weekday and (day - self.first).days // 7 % self.weeks == 0


def next_market_day(rule):
    day = dt.date.today()
    while not rule.matches(day):
        day += dt.timedelta(days=1)
    return day
