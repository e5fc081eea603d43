from greenhouse.config import ALERT_BELOW, SENSOR_INTERVAL


def frost_alerts(readings):
    """Minutes at which it was too cold, one reading an interval."""
    return [n * SENSOR_INTERVAL // 60 for n, degrees in enumerate(readings) if degrees < ALERT_BELOW]
