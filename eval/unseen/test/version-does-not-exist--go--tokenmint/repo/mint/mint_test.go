package mint

import "testing"

func TestNew(t *testing.T) {
	if len(New()) != 36 {
		t.Fatal("length")
	}
}
