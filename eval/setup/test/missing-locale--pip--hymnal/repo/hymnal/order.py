import locale

from more_itertools import unique_everseen


def in_order(titles):
    locale.setlocale(locale.LC_COLLATE, ("sv_SE", "UTF-8"))
    return sorted(unique_everseen(titles), key=locale.strxfrm)
