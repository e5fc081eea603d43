module example.org/theatre/callboard

go 1.20

require github.com/uber-go/atomic v1.11.0
