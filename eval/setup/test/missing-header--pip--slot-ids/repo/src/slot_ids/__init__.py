from .ids import new_slot_id, parse_slot_id

__all__ = ["new_slot_id", "parse_slot_id"]
