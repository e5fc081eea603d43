#pragma once

/// Metres of thread on a spindle with this many turns.
double thread_length(int turns, double diameter_mm);
