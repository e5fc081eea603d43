module example.org/siphon

go 1.22

require github.com/uber-go/multierr v1.11.0
