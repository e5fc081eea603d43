from packaging.version import Version


def newest(catalogues):
    """The newest catalogue: their names are versions."""
    return str(max(map(Version, catalogues)))
