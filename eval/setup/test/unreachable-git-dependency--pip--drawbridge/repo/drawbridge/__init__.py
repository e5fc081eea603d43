import inflect

_words = inflect.engine()


def notice(boats):
    """What the sign says."""
    return f"{_words.number_to_words(boats)} {_words.plural('boat', boats)} waiting"
