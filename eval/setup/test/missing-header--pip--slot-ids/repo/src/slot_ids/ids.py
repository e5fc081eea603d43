from . import native


def new_slot_id() -> str:
    low, mid, high, clock, node = native.time_uuid().split("-")
    return "-".join([high, mid, low, clock, node])


def parse_slot_id(text: str) -> str:
    """The UUID that a slot id was made of."""
    high, mid, low, clock, node = text.split("-")
    return "-".join([low, mid, high, clock, node])
