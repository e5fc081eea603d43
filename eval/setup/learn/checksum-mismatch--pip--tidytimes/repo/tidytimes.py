import six


def join(hours):
    return ", ".join("{} {}".format(day, times) for day, times in six.iteritems(hours))
