import ldap.filter


def by_name(name):
    return "(&(objectClass=person)(cn=%s))" % ldap.filter.escape_filter_chars(name)
