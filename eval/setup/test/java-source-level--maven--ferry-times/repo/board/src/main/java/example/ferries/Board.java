package example.ferries;

import java.util.ArrayList;
import java.util.List;

/** What is shown at the pier. */
public class Board {
    private final List<String> departures = new ArrayList<String>();

    public void add(String time, String to) {
        departures.add(time + " " + to);
    }

    /** Departures at or after a time, in the order in which they were added. */
    public List<String> after(String time) {
        List<String> rest = new ArrayList<String>();
        for (String line : departures) {
            if (line.compareTo(time) >= 0) {
                rest.add(line);
            }
        }
        return rest;
    }
}
