import anyjson


def load(text):
    """Flags by letter, from a JSON text."""
    return anyjson.deserialize(text)


def spell(flags, word):
    return [flags[letter] for letter in word.lower()]
