from turnpike import codes, toll


def test_blank_ticket():
    assert codes(b"\xff" * 64 * 64, 64, 64) == []


def test_lorries_pay_more():
    assert toll("A7-lorry", {"A7": 200}) == 600
