package nats

import "time"

// SetAckWait shortens the time after which a silent worker loses its job.
func (q *Queue) SetAckWait(wait time.Duration) { q.ackWait = wait }
