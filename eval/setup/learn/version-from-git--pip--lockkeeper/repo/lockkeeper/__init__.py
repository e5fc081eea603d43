def steps(levels, start, end):
    """The gates to work when going from one level to another."""
    way = 1 if end > start else -1
    return [(at, "fill" if levels[at + way] > levels[at] else "empty") for at in range(start, end, way)]
