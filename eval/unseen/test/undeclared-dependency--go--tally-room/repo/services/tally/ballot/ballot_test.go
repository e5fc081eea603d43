package ballot

import (
	"strings"
	"testing"
)

func TestNumberNamesTheWard(t *testing.T) {
	if !strings.HasPrefix(Number("north"), "NORTH-") {
		t.Fail()
	}
}
