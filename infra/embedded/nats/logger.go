package nats

import (
	"fmt"
	"log/slog"
)

// logger forwards messages that need an administrator's attention.
type logger struct {
	log *slog.Logger
}

func (l logger) Warnf(format string, args ...any)  { l.log.Warn(fmt.Sprintf(format, args...)) }
func (l logger) Errorf(format string, args ...any) { l.log.Error(fmt.Sprintf(format, args...)) }

// Fatalf does not exit: the server is embedded in this process.
func (l logger) Fatalf(format string, args ...any) { l.log.Error(fmt.Sprintf(format, args...)) }

func (logger) Noticef(string, ...any) {}
func (logger) Debugf(string, ...any)  {}
func (logger) Tracef(string, ...any)  {}
