#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <stdio.h>

const char *kind(const char *s);

int main(int argc, char **argv) {
    char version[64];
    pcre2_config(PCRE2_CONFIG_VERSION, version);
    puts(kind(argc > 1 ? argv[1] : version));
    return 0;
}
