int hour(int);
int main(void) { return hour(120) == 2 ? 0 : 1; }
