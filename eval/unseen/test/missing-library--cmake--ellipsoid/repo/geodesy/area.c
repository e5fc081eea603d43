#include <gsl/gsl_sf_ellint.h>
#include <stdio.h>

int main(void) {
    printf("%f\n", gsl_sf_ellint_Ecomp(0.0818, GSL_PREC_DOUBLE));
    return 0;
}
