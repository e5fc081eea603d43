#include <barometer/Forecast.h>

int main(void)
{
    return forecast(1010, 1012, 1015) == 1 && forecast(1010, 1006, 1001) == -1 ? 0 : 1;
}
