import os

import humanize

TOKEN = os.environ["DEPOT_TOKEN"]


def last_bus(minutes, stop):
    if not TOKEN:
        raise PermissionError("no depot token")
    return f"{stop}: in {humanize.intword(minutes)} min"
