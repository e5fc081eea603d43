from PIL import Image


def thumbnail(size, colour, edge=64):
    """A plain sleeve, scaled so that its longer edge has the given length."""
    image = Image.new("RGB", size, colour)
    image.thumbnail((edge, edge))
    return image
