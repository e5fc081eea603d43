package org.example.abacus;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class AbacusTest {
    @Test
    public void carries() {
        assertEquals("1000", Abacus.add("999", "1"));
    }
}
