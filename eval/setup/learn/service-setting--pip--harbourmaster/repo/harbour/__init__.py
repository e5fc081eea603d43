import os

NAME = os.environ["HARBOUR_NAME"]
QUAYS = int(os.environ["HARBOUR_QUAYS"])


def quay_for(ship):
    """Ships with the same number always lie at the same quay."""
    return f"{NAME} {ship % QUAYS + 1}"
