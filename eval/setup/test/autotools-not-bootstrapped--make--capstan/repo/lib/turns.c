#include "config.h"
#include "turns.h"

int turns(double rope_metres, double drum_metres)
{
    return (int)(rope_metres / (drum_metres * 3.141592653589793) + 0.999999);
}
