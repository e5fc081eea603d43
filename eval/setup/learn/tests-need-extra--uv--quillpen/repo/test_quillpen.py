from parameterized import parameterized

from quillpen import strokes


@parameterized.expand([([(0, 0), (0, 1)], "1 stroke"), ([(0, 0), (5, 5)], "2 strokes")])
def test_strokes(points, expected):
    assert strokes(points) == expected
