#include <stdio.h>

int main(int argc, char **argv)
{
    for (int at = 1; at < argc; at++)
        printf("%s%s", at > 1 ? " | " : "", argv[at]);
    putchar('\n');
    return argc < 2;
}
