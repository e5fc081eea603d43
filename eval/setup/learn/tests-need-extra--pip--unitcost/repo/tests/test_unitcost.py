from hypothesis import given, strategies as st

from unitcost import cheaper, cost_per_kilogram


def test_larger_pack_is_cheaper():
    assert cheaper(("2.49", 500, "g"), ("3.29", 750, "g")) == ("3.29", 750, "g")


@given(st.integers(1, 10_000), st.integers(1, 10_000))
def test_units_agree(price, kilograms):
    assert cost_per_kilogram(price, kilograms, "kg") == cost_per_kilogram(price, kilograms * 1000, "g")
