#include <stdio.h>

#include "table.h"

int main(int argc, char **argv)
{
    if (argc != 2 || argv[1][0] < 'a' || argv[1][0] > 'c')
        return 2;
    puts(SIGNALS[argv[1][0] - 'a']);
    return 0;
}
