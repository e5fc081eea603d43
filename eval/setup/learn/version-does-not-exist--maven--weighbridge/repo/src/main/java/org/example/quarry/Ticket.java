package org.example.quarry;

import org.apache.commons.text.WordUtils;

public record Ticket(String haulier, int grossKg, int tareKg) {
    public int netKg() {
        return grossKg - tareKg;
    }

    public String line() {
        return WordUtils.capitalize(haulier) + ": " + netKg() + " kg";
    }
}
