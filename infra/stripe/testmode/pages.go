package testmode

import (
	_ "embed"
	"html/template"
	"net/http"
	"net/url"
	"strings"
)

//go:embed pages.html
var pagesHTML string

var pages = template.Must(template.New("pages").Parse(pagesHTML))

// page serves Stripe's pages for payment and cancellation.
func (s *Stripe) page(w http.ResponseWriter, r *http.Request) {
	if paying, ok := strings.CutPrefix(r.URL.Path, "/pay/"); ok {
		s.payPage(w, r, paying)
		return
	}
	s.portalPage(w, r, strings.TrimPrefix(r.URL.Path, "/portal/"))
}

func (s *Stripe) payPage(w http.ResponseWriter, r *http.Request, id string) {
	s.mu.Lock()
	session := s.sessions[id]
	var price, success, cancel string
	if session != nil {
		about, _ := session["metadata"].(object)
		price, success, cancel = text(about, "price"), text(session, "success_url"), text(session, "cancel_url")
	}
	open := session != nil && session["status"] == "open"
	s.mu.Unlock()
	if r.Method == http.MethodPost && open {
		if err := s.Pay(r.Context(), id); err != nil {
			http.Error(w, err.Error(), http.StatusBadGateway)
			return
		}
		http.Redirect(w, r, success, http.StatusSeeOther)
		return
	}
	show(w, "pay", map[string]any{"Open": open, "Price": strings.TrimPrefix(price, "price_"), "Cancel": cancel})
}

func (s *Stripe) portalPage(w http.ResponseWriter, r *http.Request, customer string) {
	back := r.URL.Query().Get("back")
	if to, err := url.Parse(back); err != nil || to.Scheme != "http" && to.Scheme != "https" {
		back = ""
	}
	if r.Method == http.MethodPost {
		fields := map[string]any{"cancel_at_period_end": r.FormValue("cancel") == "1"}
		if err := s.Change(r.Context(), customer, "customer.subscription.updated", fields); err != nil {
			http.Error(w, err.Error(), http.StatusBadGateway)
			return
		}
	}
	s.mu.Lock()
	bought, cancelled := false, false
	for _, one := range s.subscriptions {
		if one["customer"] == customer {
			bought, cancelled = true, one["cancel_at_period_end"] == true
		}
	}
	s.mu.Unlock()
	show(w, "portal", map[string]any{"Bought": bought, "Cancelled": cancelled, "Back": back})
}

func show(w http.ResponseWriter, name string, about map[string]any) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'")
	_ = pages.ExecuteTemplate(w, name, about)
}
