import demjson


def read(text):
    return demjson.decode(text)
