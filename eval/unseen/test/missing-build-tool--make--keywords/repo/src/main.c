#include "words.h"
int main(int n, char **v) { return n > 1 && find_word(v[1], strlen(v[1])) ? 0 : 1; }
