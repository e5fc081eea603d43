from pyzbar.pyzbar import decode


def codes(pixels, width, height):
    """Texts of the codes in a greyscale image, a byte for each pixel."""
    return sorted(found.data.decode("ascii") for found in decode((pixels, width, height)))


def toll(code, rates):
    gate, _, kind = code.partition("-")
    return rates[gate] * (3 if kind == "lorry" else 1)
