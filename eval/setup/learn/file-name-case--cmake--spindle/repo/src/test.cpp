#include "spindle.hpp"

int main()
{
    const double length = thread_length(1000, 10);
    return length > 31.4 && length < 31.5 ? 0 : 1;
}
