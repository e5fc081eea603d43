#include <barometer/forecast.h>

int forecast(int first, int second, int third)
{
    if (third - first <= -6)
        return -1;
    return third > second && second > first;
}
