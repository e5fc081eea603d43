from bagtags import read


def test_comments():
    assert read("{bag: 3, /* blue */ to: 'Rome'}") == {"bag": 3, "to": "Rome"}
