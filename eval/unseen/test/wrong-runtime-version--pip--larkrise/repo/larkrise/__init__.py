from pathlib import Path

import tomli

SETTINGS = tomli.loads(Path("config/settings.toml").read_text())


def wakes_at():
    return SETTINGS["lark"]["wakes_at"]
