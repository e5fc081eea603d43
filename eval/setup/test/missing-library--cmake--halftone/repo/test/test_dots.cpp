#include "dots.hpp"

#include <cmath>
#include <cstdlib>

int main()
{
    std::vector<double> line(64);
    for (int i = 0; i < 64; ++i)
        line[i] = std::sin(2 * 3.14159265358979 * 5 * i / 64);
    return dominant_frequency(line) == 5 ? EXIT_SUCCESS : EXIT_FAILURE;
}
