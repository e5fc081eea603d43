#ifndef BAROMETER_FORECAST_H
#define BAROMETER_FORECAST_H

/* +1 fair, 0 unsettled, -1 storm: three readings in hPa, oldest first. */
int forecast(int first, int second, int third);

#endif
