// Package inkstamp makes ids for letters.
package inkstamp

import (
	"fmt"

	"github.com/google/uuid"
)

var space = uuid.MustParse("6ba7b812-9dad-11d1-80b4-00c04fd430c8")

// ID is the same for the same sender and number.
func ID(sender string, number int) string {
	return uuid.NewSHA1(space, []byte(fmt.Sprintf("%s/%d", sender, number))).String()
}
