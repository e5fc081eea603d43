import numpy as np

import _ripple


def height(first, second):
    """The highest point where two waves meet."""
    return _ripple.highest(np.asarray(first, dtype=np.float64) + np.asarray(second, dtype=np.float64))
