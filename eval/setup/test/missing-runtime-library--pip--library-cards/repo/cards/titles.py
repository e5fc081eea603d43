import enchant

_broker = enchant.Broker()


def languages():
    """Languages in which titles can be checked."""
    return sorted(_broker.list_languages())


def card(name, number):
    digits = [int(digit) for digit in f"{number:07d}"]
    check = sum(digit * (3 if at % 2 else 1) for at, digit in enumerate(digits)) % 10
    return f"{name.upper()} {number:07d}-{(10 - check) % 10}"
