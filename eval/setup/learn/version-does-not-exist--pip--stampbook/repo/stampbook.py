from tabulate import tabulate


def table(stamps):
    return tabulate(sorted(stamps), headers=["year", "country", "face value"])
