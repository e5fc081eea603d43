import time_machine

import tollbar


@time_machine.travel("2024-05-01 08:00")
def test_day():
    assert tollbar.toll() == 3
