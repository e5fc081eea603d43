from sortedcontainers import SortedKeyList


def simplify(points, keep):
    """Keeps the given number of points: those that span the largest triangles, and both ends."""
    areas = SortedKeyList(key=lambda item: item[0])
    for at in range(1, len(points) - 1):
        areas.add((_area(points[at - 1], points[at], points[at + 1]), at))
    dropped = {at for _, at in list(areas)[: max(0, len(points) - keep)]}
    return [point for at, point in enumerate(points) if at not in dropped]


def _area(a, b, c):
    return abs((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])) / 2
