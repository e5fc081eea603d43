"""Berths and boats."""


def first_free(berths, length):
    """The shortest berth that is free and long enough: berths are (name, length, taken)."""
    fitting = [berth for berth in berths if not berth[2] and berth[1] >= length]
    return min(fitting, key=lambda berth: berth[1])[0] if fitting else None
