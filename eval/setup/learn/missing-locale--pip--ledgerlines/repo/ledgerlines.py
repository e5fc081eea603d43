import locale

locale.setlocale(locale.LC_NUMERIC, "de_DE.UTF-8")


def amount(cents):
    return locale.format_string("%.2f", cents / 100, grouping=True)
