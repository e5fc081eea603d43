package main

import (
	"errors"
	"fmt"

	"github.com/uber-go/multierr"
)

func main() {
	fmt.Println(multierr.Combine(errors.New("no water"), errors.New("no hose")))
}
