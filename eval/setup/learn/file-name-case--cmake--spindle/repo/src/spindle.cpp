#include "Spindle.hpp"

double thread_length(int turns, double diameter_mm)
{
    return turns * diameter_mm * 3.141592653589793 / 1000;
}
