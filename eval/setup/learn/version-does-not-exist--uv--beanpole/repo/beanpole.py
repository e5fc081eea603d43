import tomli_w


def save(heights):
    return tomli_w.dumps({"heights": {day: round(height, 1) for day, height in sorted(heights.items())}})
