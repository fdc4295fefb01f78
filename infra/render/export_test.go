package render

import "time"

// Hurry makes the Renderer wait for pages for seconds only, until end is called.
func (r *Renderer) Hurry() (end func()) {
	settle, read := r.settle, r.read
	r.settle, r.read = 2*time.Second, time.Second
	return func() { r.settle, r.read = settle, read }
}
