from pathlib import Path

from dotenv import dotenv_values

ENV_FILE = Path(__file__).resolve().parent.parent / ".env"

if not ENV_FILE.exists():
    raise FileNotFoundError(f"No such file or directory: '{ENV_FILE.name}'")

_values = dotenv_values(ENV_FILE)
SENDER = _values["NOTIFIER_SENDER"]
RETRIES = int(_values["NOTIFIER_RETRIES"])
