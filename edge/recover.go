package edge

import (
	"fmt"
	"runtime/debug"

	"github.com/gofiber/fiber/v3"
)

// recoverPanic makes a panic the failure of one request.
func (s *Server) recoverPanic(c fiber.Ctx) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("panic: %v\n%s", cause, debug.Stack())
		}
	}()
	return c.Next()
}
