from almanac.rules import EveryNth, next_market_day

__all__ = ["EveryNth", "next_market_day"]
