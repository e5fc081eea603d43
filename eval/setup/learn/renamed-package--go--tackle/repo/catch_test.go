package tackle

import (
	"bytes"
	"strings"
	"testing"
)

func TestCatch(t *testing.T) {
	var out bytes.Buffer
	New(&out).Catch("perch", 400)
	if !strings.Contains(out.String(), `"grams":400`) {
		t.Fatal(out.String())
	}
}
