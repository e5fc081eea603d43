#include <stdio.h>
#include <string.h>

#include "words.c"

int main(int argc, char **argv)
{
    const struct word *found;

    if (argc != 2)
        return 2;
    found = find_word(argv[1], strlen(argv[1]));
    if (found == NULL)
        return 1;
    printf("%s is day %d\n", found->name, found->number);
    return 0;
}
