package upslope

import "encoding/json"

// Optional is a value that a source may not provide. Unknown is neither zero nor empty: a page without a
// title is a fault, a file without a title column says nothing about titles.
type Optional[T any] struct {
	Value T
	Known bool
}

// Known makes an Optional that has a value.
func Known[T any](value T) Optional[T] { return Optional[T]{Value: value, Known: true} }

// Pointer returns nil for an unknown value, the form databases take.
func (o Optional[T]) Pointer() *T {
	if !o.Known {
		return nil
	}
	return &o.Value
}

// MarshalJSON writes null for an unknown value.
func (o Optional[T]) MarshalJSON() ([]byte, error) { return json.Marshal(o.Pointer()) }

// UnmarshalJSON reads null as unknown.
func (o *Optional[T]) UnmarshalJSON(data []byte) error {
	var value *T
	if err := json.Unmarshal(data, &value); err != nil {
		return err
	}
	*o = Optional[T]{}
	if value != nil {
		*o = Known(*value)
	}
	return nil
}
