package calls

import "testing"

func TestNext(t *testing.T) {
	var c Counter
	c.Next("I.1")
	if got := c.Next("I.2"); got != "I.2/2" {
		t.Fatal(got)
	}
}
