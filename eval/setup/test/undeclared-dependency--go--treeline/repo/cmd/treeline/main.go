package main

import (
	"fmt"
	"os"

	"example.org/tools/treeline/internal/heights"
	"github.com/fatih/color"
)

func main() {
	list, err := heights.Of(os.DirFS("."))
	if err != nil {
		color.Red("treeline: %v", err)
		os.Exit(1)
	}
	for _, entry := range list {
		fmt.Println(entry)
	}
}
