package org.example.orrery;

import org.apache.commons.math3.util.FastMath;

public class Orbit {
    private final double semiMajor;

    public Orbit(double semiMajor) {
        this.semiMajor = semiMajor;
    }

    public double years() {
        return FastMath.pow(semiMajor, 1.5);
    }
}
