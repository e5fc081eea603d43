package example.ferries;

import org.testng.Assert;
import org.testng.annotations.Test;

public class BoardTest {
    @Test
    public void onlyLaterOnes() {
        Board board = new Board();
        board.add("08:00", "Island");
        board.add("10:30", "Cape");
        Assert.assertEquals(board.after("09:00").toString(), "[10:30 Cape]");
    }
}
