import imghdr


def kind(data):
    return imghdr.what(None, h=data)
