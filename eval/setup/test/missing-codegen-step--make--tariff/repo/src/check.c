int cents_for(int grams);

int main(void)
{
    return cents_for(10) == 85 && cents_for(51) == 160 && cents_for(501) == -1 ? 0 : 1;
}
