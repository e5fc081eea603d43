from jinja2 import Template


def typeset(text, **values):
    return Template(text).render(**values)
