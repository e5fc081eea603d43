package ballot

import (
	"strings"

	"github.com/rs/xid"
)

// Number gives a ballot its number.
func Number(ward string) string {
	return strings.ToUpper(ward) + "-" + xid.New().String()
}
