package calls

import (
	"fmt"

	"github.com/uber-go/atomic"
)

// Counter hands out call numbers.
type Counter struct{ last atomic.Int64 }

// Next is one more than the call before.
func (c *Counter) Next(scene string) string {
	return fmt.Sprintf("%s/%d", scene, c.last.Inc())
}
