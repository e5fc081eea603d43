#include <stdio.h>
#include <stdlib.h>
#include "beaufort.h"

int main(int argc, char **argv) {
    int speed = argc > 1 ? atoi(argv[1]) : 0;
    const char *name = BEAUFORT[0].name;
    for (unsigned i = 0; i < sizeof BEAUFORT / sizeof *BEAUFORT; i++)
        if (speed >= BEAUFORT[i].from) name = BEAUFORT[i].name;
    puts(name);
    return 0;
}
