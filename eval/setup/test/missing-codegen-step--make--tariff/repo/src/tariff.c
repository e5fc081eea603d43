#include "rates.h"

int cents_for(int grams)
{
    for (unsigned at = 0; at < sizeof RATES / sizeof RATES[0]; at++)
        if (grams <= RATES[at].grams)
            return RATES[at].cents;
    return -1;
}
