GRAVITY = 9.81


def watts(litres_per_second, drop_metres, efficiency=0.7):
    return litres_per_second * drop_metres * GRAVITY * efficiency
