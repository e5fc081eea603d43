#include <stdio.h>
#include <zip.h>
int main(void) { printf("%s\n", zip_libzip_version()); return 0; }
