module example.org/tokenmint

go 1.21

require github.com/google/uuid v1.9.7
