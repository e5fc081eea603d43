module example.org/tally-room/tally

go 1.21
