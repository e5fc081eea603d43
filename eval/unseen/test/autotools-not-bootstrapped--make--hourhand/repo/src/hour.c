int hour(int m) { return m / 60; }
