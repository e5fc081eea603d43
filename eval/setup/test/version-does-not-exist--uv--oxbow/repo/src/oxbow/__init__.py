import attrs
from sortedcollections import ValueSortedDict


@attrs.frozen
class Bend:
    name: str
    degrees: float


def sharpest(bends):
    return ValueSortedDict({bend.name: -bend.degrees for bend in bends}).keys()[0]
