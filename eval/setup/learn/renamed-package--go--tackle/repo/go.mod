module example.org/tackle

go 1.18

require github.com/Sirupsen/logrus v1.9.3
