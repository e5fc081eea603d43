#include "dots.hpp"

#include <cmath>
#include <fftw3.h>

int dominant_frequency(const std::vector<double> &line)
{
    const int n = static_cast<int>(line.size());
    std::vector<double> in(line);
    auto *out = static_cast<fftw_complex *>(fftw_malloc(sizeof(fftw_complex) * (n / 2 + 1)));
    fftw_plan plan = fftw_plan_dft_r2c_1d(n, in.data(), out, FFTW_ESTIMATE);
    fftw_execute(plan);
    int best = 1;
    for (int k = 1; k <= n / 2; ++k)
        if (std::hypot(out[k][0], out[k][1]) > std::hypot(out[best][0], out[best][1]))
            best = k;
    fftw_destroy_plan(plan);
    fftw_free(out);
    return best;
}
