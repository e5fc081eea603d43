from collections import Counter

from sortedcontainers import SortedDict


def visitors_per_hour(scans):
    """scans: (gate, "HH:MM") pairs. Hours in order, each with its counts by gate."""
    hours = SortedDict()
    for gate, time in scans:
        hours.setdefault(time[:2], Counter())[gate] += 1
    return hours
