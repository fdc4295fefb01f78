package upslope

import "time"

// Account owns sites and pays. Every row, cache key and query carries its ID.
type Account struct {
	ID          string
	Plan        string // "" while on trial, else seo, ads or both
	TrialEndsAt time.Time
}

// Entitled returns nil while the account has a plan or its trial runs, else a PaymentRequired Error.
// Reading never asks this: after a trial everything stays readable.
func (a Account) Entitled(now time.Time) error {
	if a.Plan != "" || now.Before(a.TrialEndsAt) {
		return nil
	}
	return Errorf(PaymentRequired, "Your free trial has ended. Choose a plan to continue; your data stays readable.")
}
