int turns(double rope_metres, double drum_metres);
