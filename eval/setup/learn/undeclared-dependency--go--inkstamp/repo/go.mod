module example.org/inkstamp

go 1.21
