from dutyfree import too_much


def test_over_the_limit():
    assert too_much({"coffee": 750, "tea": 50, "salt": 9000}) == {"coffee": 250}
