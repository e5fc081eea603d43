import yaml
from dateutil import parser


def when(text):
    return parser.parse(yaml.safe_load(text)["at"]).year
