from thumbsort.sniff import kind


def test_gif():
    assert kind(b"GIF89a" + bytes(30)) == "gif"
