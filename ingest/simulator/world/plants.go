package world

// plant comes later in this file's life.
func (w *World) plant() {}
