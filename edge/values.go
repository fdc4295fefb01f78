package edge

import (
	"context"
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"

	"upslope/edge/request"

	"github.com/oapi-codegen/nullable"

	"upslope"
)

const defaultLimit = 1000

// page is the requested part of a list.
type page struct{ limit, offset int }

func pageOf(limit *int, cursor *string) (page, error) {
	p := page{limit: limitOf(limit)}
	if cursor == nil || *cursor == "" {
		return p, nil
	}
	text, unreadable := base64.RawURLEncoding.DecodeString(*cursor)
	offset, found := strings.CutPrefix(string(text), "from ")
	var err error
	if p.offset, err = strconv.Atoi(offset); err != nil || unreadable != nil || !found || p.offset < 0 || p.offset > 1<<30 {
		return p, upslope.FieldErrorf("cursor", "cursor must be one from the Link header of the page before.")
	}
	return p, nil
}

func limitOf(limit *int) int {
	if limit == nil {
		return defaultLimit
	}
	return *limit
}

// next returns the Link header with the address of the next page, or nil at the end.
func next(ctx context.Context, p page, total int64) *string {
	end := p.offset + p.limit
	if int64(end) >= total {
		return nil
	}
	address := *request.Of(ctx).URL
	query := address.Query()
	query.Set("cursor", base64.RawURLEncoding.EncodeToString(fmt.Appendf(nil, "from %d", end)))
	address.RawQuery = query.Encode()
	link := fmt.Sprintf("<%s>; rel=\"next\"", &address)
	return &link
}

// count is the total of a list without pages.
func count[T any](items []T) *int {
	n := len(items)
	return &n
}

// list replaces nil with an empty list, for [] instead of null in JSON.
func list[T any](items []T) []T {
	if items == nil {
		return []T{}
	}
	return items
}

// value returns an optional parameter, or the zero value.
func value[T any](given *T) T {
	if given == nil {
		var none T
		return none
	}
	return *given
}

// or returns a given value, or a default.
func or(given *string, fallback string) *string {
	if given == nil {
		return &fallback
	}
	return given
}

// optional maps a missing field to nil, and null to a pointer to nil.
func optional[T any](given nullable.Nullable[T]) **T {
	if !given.IsSpecified() {
		return nil
	}
	var value *T
	if present, err := given.Get(); err == nil {
		value = &present
	}
	return &value
}

// clearable maps a missing field to nil, and null to a pointer to the zero value, which clears the field.
func clearable[T any](given nullable.Nullable[T]) *T {
	if !given.IsSpecified() {
		return nil
	}
	value, _ := given.Get()
	return &value
}

// nonEmpty returns nil for an empty text.
func nonEmpty(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// assign sets a field if given.
func assign[T any](field *T, given *T) {
	if given != nil {
		*field = *given
	}
}

// version formats X-Version.
func version(v int64) *string {
	text := strconv.FormatInt(v, 10)
	return &text
}
