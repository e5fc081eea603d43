from notifier.messages import compose
from notifier.settings import RETRIES


def test_subject_names_the_state():
    assert "Subject: A1 is delivered" in compose("A1", "delivered")


def test_retries_are_a_number():
    assert RETRIES >= 1
