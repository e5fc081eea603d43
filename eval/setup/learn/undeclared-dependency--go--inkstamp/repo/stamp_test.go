package inkstamp

import "testing"

func TestSameLetterSameID(t *testing.T) {
	if ID("ada", 1) != ID("ada", 1) {
		t.Fatal("ids differ")
	}
	if ID("ada", 1) == ID("ada", 2) {
		t.Fatal("ids do not differ")
	}
}
