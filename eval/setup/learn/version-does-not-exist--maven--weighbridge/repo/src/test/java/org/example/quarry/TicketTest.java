package org.example.quarry;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class TicketTest {
    @Test
    public void net() {
        assertEquals("Bolt brothers: 12400 kg".replace("b", "B"), new Ticket("bolt brothers", 20000, 7600).line());
    }
}
