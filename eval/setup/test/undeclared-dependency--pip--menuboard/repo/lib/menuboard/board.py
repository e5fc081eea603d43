import yaml
from tabulate import tabulate


def load_menu(text):
    menu = yaml.safe_load(text)
    return {day: list(dishes) for day, dishes in menu.items()}


def render(menu):
    rows = [(day, ", ".join(dishes)) for day, dishes in menu.items()]
    return tabulate(rows, headers=("day", "dishes"), tablefmt="plain")
