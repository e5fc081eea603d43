#include "flatten.h"

#include <stdio.h>

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: wiretap FILE\n");
        return 2;
    }
    printf("%d messages\n", count_messages(argv[1]));
    return 0;
}
