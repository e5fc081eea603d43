#include "turns.h"

int main(void)
{
    return turns(10, 1) == 4 ? 0 : 1;
}
