#include <jansson.h>
int main(void) { json_t *j = json_loads("[1]", 0, NULL); return json_array_size(j) == 1 ? 0 : 1; }
