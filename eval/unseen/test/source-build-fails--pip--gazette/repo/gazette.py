import feedparser


def titles(text):
    return [entry.title for entry in feedparser.parse(text).entries]
