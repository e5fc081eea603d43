// Package tackle keeps a fishing log.
package tackle

import (
	"io"

	"github.com/Sirupsen/logrus"
)

// Log writes catches as lines of JSON.
type Log struct{ logger *logrus.Logger }

// New returns a log that writes to w.
func New(w io.Writer) Log {
	logger := logrus.New()
	logger.SetOutput(w)
	logger.SetFormatter(&logrus.JSONFormatter{})
	return Log{logger}
}

// Catch notes a fish.
func (l Log) Catch(fish string, grams int) {
	l.logger.WithField("grams", grams).Info(fish)
}
