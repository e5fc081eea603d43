from cards.titles import card, languages


def test_card_has_a_check_digit():
    assert card("Ada", 1234567) == "ADA 1234567-8"


def test_languages_are_listed():
    assert isinstance(languages(), list)
