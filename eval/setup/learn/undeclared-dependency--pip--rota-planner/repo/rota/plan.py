from itertools import cycle

from dateutil.parser import isoparse
from dateutil.relativedelta import relativedelta


def plan(names, start, weeks):
    """Week by week, who is on call: the list is gone through again and again."""
    first = isoparse(start)
    people = cycle(names)
    return [(first + relativedelta(weeks=n), next(people)) for n in range(weeks)]
