"""Prices by unit."""

from fractions import Fraction

GRAMS = {"g": 1, "kg": 1000, "mg": Fraction(1, 1000)}


def cost_per_kilogram(price, amount, unit):
    grams = Fraction(str(amount)) * GRAMS[unit]
    if grams <= 0:
        raise ValueError("amount must be positive")
    return Fraction(str(price)) * 1000 / grams


def cheaper(first, second):
    return min((first, second), key=lambda offer: cost_per_kilogram(*offer))
