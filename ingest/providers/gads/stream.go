package gads

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"

	"upslope/ingest/providers"
	"upslope/ingest/remote"
)

// search queries a customer, through the manager login unless empty, and yields the rows of the response.
func (s *Source) search(ctx context.Context, client *http.Client, login, id, query string) iter.Seq2[*row, error] {
	return func(yield func(*row, error) bool) {
		body, err := json.Marshal(map[string]string{"query": query})
		if err != nil {
			yield(nil, fmt.Errorf("write a query: %w", err))
			return
		}
		request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.base+"customers/"+id+"/googleAds:searchStream", bytes.NewReader(body))
		if err != nil {
			yield(nil, fmt.Errorf("make a request: %w", err))
			return
		}
		request.Header.Set("Content-Type", "application/json")
		if login != "" {
			request.Header.Set("login-customer-id", login)
		}
		// Yielded rows cannot be taken back: yield none before the response is verified, and never retry
		// afterwards.
		stopped := false
		err = remote.Read(client, request, func(body []byte) error {
			if err := checkComplete(body); err != nil {
				return err
			}
			err := decode(bytes.NewReader(body), func(r *row) bool {
				stopped = !yield(r, nil)
				return !stopped
			})
			if err != nil && !stopped {
				return providers.Errorf(providers.Refused, "Google Ads sent an answer that cannot be read.").Because(err)
			}
			return nil
		})
		if err != nil && !stopped {
			yield(nil, s.explain(err, id))
		}
	}
}

// checkComplete verifies the response: a failure midway ends the array with an error instead of a batch.
func checkComplete(body []byte) error {
	var batches []struct{ Error json.RawMessage }
	if err := json.Unmarshal(body, &batches); err != nil {
		return err
	}
	for _, batch := range batches {
		if batch.Error == nil {
			continue
		}
		var providerError struct{ Code int }
		if json.Unmarshal(batch.Error, &providerError) != nil || providerError.Code < http.StatusBadRequest {
			providerError.Code = http.StatusInternalServerError
		}
		return remote.Refusal(providerError.Code, fmt.Appendf(nil, `{"error":%s}`, batch.Error))
	}
	return nil
}

var errStopped = errors.New("stopped")

// decode passes each row of an array of batches to use until it returns false. It holds one row at a time;
// an incomplete response is an error.
func decode(body io.Reader, use func(*row) bool) error {
	decoder := json.NewDecoder(body)
	err := each(decoder, '[', ']', func() error {
		return each(decoder, '{', '}', func() error { return decodeField(decoder, use) })
	})
	if err != nil {
		return err
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return errors.New("there is something behind the answer")
	}
	return nil
}

// decodeField decodes a field of a batch.
func decodeField(decoder *json.Decoder, use func(*row) bool) error {
	name, err := decoder.Token()
	if err != nil {
		return err
	}
	if name == "results" {
		return each(decoder, '[', ']', func() error {
			var r row
			if err := decoder.Decode(&r); err != nil {
				return err
			}
			if !use(&r) {
				return errStopped
			}
			return nil
		})
	}
	var other json.RawMessage // fieldMask, requestId, …
	return decoder.Decode(&other)
}

// each calls read for each element between two delimiters.
func each(decoder *json.Decoder, first, last json.Delim, read func() error) error {
	for _, delimiter := range []json.Delim{first, last} {
		if delimiter == last {
			for decoder.More() {
				if err := read(); err != nil {
					return err
				}
			}
		}
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return io.ErrUnexpectedEOF
		}
		if err != nil {
			return err
		}
		if token == nil && delimiter == first { // null means empty
			return nil
		}
		if token != delimiter {
			return fmt.Errorf("found %v instead of %v", token, delimiter)
		}
	}
	return nil
}
