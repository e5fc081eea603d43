from harbour import QUAYS, quay_for


def test_same_quay():
    assert quay_for(3) == quay_for(3 + QUAYS)
