package travel.example;

import java.io.IOException;
import java.io.Reader;
import java.util.HashMap;
import java.util.Map;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;

/** Phrases of one language by their English text. */
public class Phrasebook {
    private final Map<String, String> phrases = new HashMap<>();

    public Phrasebook(Reader csv) throws IOException {
        for (CSVRecord line : CSVFormat.DEFAULT.parse(csv)) {
            phrases.put(line.get(0), line.get(1));
        }
    }

    public String say(String english) {
        return phrases.getOrDefault(english, english);
    }
}
