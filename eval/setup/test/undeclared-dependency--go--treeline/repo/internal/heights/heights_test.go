package heights

import (
	"testing"
	"testing/fstest"
)

func TestTallestFirst(t *testing.T) {
	list, err := Of(fstest.MapFS{"a": {Data: []byte("x")}, "b/c": {Data: make([]byte, 2000)}})
	if err != nil || len(list) != 2 || list[0] != "b/c 2.0 kB" {
		t.Fatal(list, err)
	}
}
