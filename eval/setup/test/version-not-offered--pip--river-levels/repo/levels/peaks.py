from scipy.signal import find_peaks


def peaks(levels, at_least):
    found, _ = find_peaks(levels, height=at_least)
    return [int(at) for at in found]
