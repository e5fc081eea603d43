package main

import (
	"fmt"

	"example.org/theatre/callboard/calls"
)

func main() {
	var c calls.Counter
	fmt.Println(c.Next("I.1"))
}
