import math


def shadow(height, elevation):
    """Length of the shadow of something, the sun standing at an elevation in degrees."""
    if elevation <= 0:
        return math.inf
    return height / math.tan(math.radians(elevation))
