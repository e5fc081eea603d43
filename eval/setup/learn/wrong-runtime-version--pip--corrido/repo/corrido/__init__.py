from wcwidth import wcswidth


def lay_out(line):
    """Splits "[C]Hello [G]world" into its chords and its words, one above the other."""
    chords, words = "", ""
    for part in line.split("["):
        chord, bracket, text = part.partition("]")
        if not bracket:
            words += part
            continue
        chords = chords.ljust(wcswidth(words)) + chord + " "
        words += text
    return chords.rstrip(), words
