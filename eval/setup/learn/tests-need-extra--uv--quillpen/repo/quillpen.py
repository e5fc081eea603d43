from pluralizer import Pluralizer


def strokes(points, gap=1.0):
    """A new stroke begins where the pen was lifted."""
    count = 1 if points else 0
    for (x1, y1), (x2, y2) in zip(points, points[1:]):
        if abs(x1 - x2) + abs(y1 - y2) > gap:
            count += 1
    return Pluralizer().pluralize("stroke", count, True)
