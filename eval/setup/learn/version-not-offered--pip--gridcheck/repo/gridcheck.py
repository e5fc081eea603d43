import numpy as np


def margins(rows):
    grid = np.asarray(rows)
    return grid.sum(axis=1).tolist(), grid.sum(axis=0).tolist()
