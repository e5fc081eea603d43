import uuid

from slot_ids import new_slot_id, parse_slot_id


def test_round_trip():
    slot = new_slot_id()
    assert uuid.UUID(parse_slot_id(slot)).version == 1


def test_ids_differ():
    assert len({new_slot_id() for _ in range(50)}) == 50
