from decouple import config

SENSOR_BUS = config("SENSOR_BUS")
SENSOR_INTERVAL = config("SENSOR_INTERVAL", cast=int)
ALERT_BELOW = config("ALERT_BELOW", cast=float)
