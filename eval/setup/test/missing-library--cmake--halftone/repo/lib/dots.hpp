#pragma once
#include <vector>

/// The strongest frequency (in periods over the line) of a line of grey values.
int dominant_frequency(const std::vector<double> &line);
