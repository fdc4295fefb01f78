package render

import "time"

// Hasty makes the Renderer wait for a page for seconds only.
func (r *Renderer) Hasty() *Renderer {
	r.settle, r.read = 2*time.Second, time.Second
	return r
}
