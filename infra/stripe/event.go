package stripe

import (
	"encoding/json"
	"errors"
	"time"

	"github.com/stripe/stripe-go/v85/webhook"

	"upslope"
)

// ReadEvent checks the signature of a payload, and returns the event's id, kind and customer. Everything else
// is read from Stripe instead, so that late, repeated or reordered events do no harm, and the API version of
// the payload does not matter.
func ReadEvent(payload []byte, signature, secret string) (upslope.BillingEvent, error) {
	read, err := webhook.ConstructEventWithOptions(payload, signature, secret, webhook.ConstructEventOptions{IgnoreAPIVersionMismatch: true})
	if err != nil {
		return upslope.BillingEvent{}, errors.Join(upslope.Errorf(upslope.Invalid, "This is not signed by Stripe."), err)
	}
	var about struct {
		ID       string          `json:"id"`
		Object   string          `json:"object"`
		Customer json.RawMessage `json:"customer"`
		Charge   json.RawMessage `json:"charge"`
	}
	if read.ID == "" || read.Data == nil || json.Unmarshal(read.Data.Raw, &about) != nil {
		return upslope.BillingEvent{}, upslope.Errorf(upslope.Invalid, "This is no event of Stripe.")
	}
	event := upslope.BillingEvent{ID: read.ID, Type: string(read.Type), CreatedAt: time.Unix(read.Created, 0).UTC(), CustomerID: idOf(about.Customer)}
	switch about.Object {
	case "customer":
		event.CustomerID = about.ID
	case "charge":
		event.ChargeID = about.ID
	case "dispute":
		event.ChargeID = idOf(about.Charge)
	}
	return event, nil
}

// idOf reads an id that is a string or the field of an expanded object.
func idOf(raw json.RawMessage) string {
	var id string
	if json.Unmarshal(raw, &id) == nil {
		return id
	}
	var object struct {
		ID string `json:"id"`
	}
	if json.Unmarshal(raw, &object) == nil {
		return object.ID
	}
	return ""
}
