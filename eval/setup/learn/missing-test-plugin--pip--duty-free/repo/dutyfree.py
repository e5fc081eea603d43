LIMITS = {"coffee": 500, "tea": 100}


def too_much(bag):
    """What has to be declared, in grams over the limit."""
    return {what: grams - LIMITS[what] for what, grams in bag.items() if grams > LIMITS.get(what, grams)}
