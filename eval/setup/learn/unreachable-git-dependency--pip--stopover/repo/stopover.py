from datetime import datetime

from slugify import slugify


def layover(arrival, departure, place):
    minutes = (datetime.fromisoformat(departure) - datetime.fromisoformat(arrival)).seconds // 60
    return f"{slugify(place)}: {minutes} min"
