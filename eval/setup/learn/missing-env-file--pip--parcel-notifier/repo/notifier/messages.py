from notifier.settings import SENDER


def compose(parcel, state):
    return f"From: {SENDER}\nSubject: {parcel} is {state}\n"
