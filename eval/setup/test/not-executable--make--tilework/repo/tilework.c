#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int width, depth, tile;

    if (argc != 4)
        return 2;
    width = atoi(argv[1]);
    depth = atoi(argv[2]);
    tile = atoi(argv[3]);
    printf("%d\n", ((width + tile - 1) / tile) * ((depth + tile - 1) / tile));
    return 0;
}
