package gads

import (
	"context"
	_ "embed" // the queries
	"errors"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"upslope/ingest/providers"
	"upslope/ingest/remote"
)

var (
	//go:embed queries/customer.gaql
	customerQuery string

	notDigits  = regexp.MustCompile(`[^0-9]`)
	validChars = regexp.MustCompile(`^[0-9 -]+$`)
)

// reached is a customer and its access path.
type reached struct {
	customer
	id    string // digits only
	login string // manager account with access, or ""
}

// customerID removes the hyphens from an id like 123-456-7890.
func customerID(property string) (string, error) {
	id := notDigits.ReplaceAllString(property, "")
	if !validChars.MatchString(property) || id == "" || len(id) > 20 {
		return "", providers.Errorf(providers.Refused, "Choose a Google Ads customer: its id has ten digits, such as 123-456-7890.")
	}
	return id, nil
}

// reach finds the customer. If access fails through the configured manager, or directly without one, it
// tries each accessible account as manager and remembers the working one.
func (s *Source) reach(ctx context.Context, access providers.Access) (reached, error) {
	id, err := customerID(access.Property)
	if err != nil {
		return reached{}, err
	}
	login, known := s.manager(id)
	if !known {
		login = notDigits.ReplaceAllString(access.Login, "")
	}
	found, err := s.ask(ctx, access, login, id)
	if !notOpened(err) {
		return found, err
	}
	accounts, listed := s.accessible(ctx, access.HTTP)
	if listed != nil {
		return reached{}, err // the denied access is the more useful error
	}
	for _, account := range append([]string{""}, accounts...) {
		if account == login || account == id { // already tried, or equal to none
			continue
		}
		if found, err := s.ask(ctx, access, account, id); !notOpened(err) {
			if err == nil {
				s.remember(id, account)
			}
			return found, err
		}
	}
	return reached{}, err
}

// notOpened reports whether the customer may be reachable through another manager.
func notOpened(err error) bool {
	var answer *remote.Answer
	return errors.As(err, &answer) && answer.Has(notPermitted...)
}

func (s *Source) manager(id string) (login string, known bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	login, known = s.managers[id]
	return login, known
}

func (s *Source) remember(id, manager string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.managers[id] = manager
}

// ask reads the customer's own data. It refuses a manager account, which has no campaigns.
func (s *Source) ask(ctx context.Context, access providers.Access, login, id string) (reached, error) {
	for r, err := range s.search(ctx, access.HTTP, login, id, customerQuery) {
		if err != nil {
			return reached{}, withAccount(err, access.Account)
		}
		if r.Customer.Manager {
			return reached{}, managerChosen(id)
		}
		return reached{customer: r.Customer, id: id, login: login}, nil
	}
	return reached{}, providers.Errorf(providers.Refused, "Google Ads says nothing about customer %s. Choose another one.", hyphened(id))
}

// accessible lists the directly accessible accounts: customers, and managers of others.
func (s *Source) accessible(ctx context.Context, client *http.Client) ([]string, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.base+"customers:listAccessibleCustomers", nil)
	if err != nil {
		return nil, err
	}
	var answer struct{ ResourceNames []string }
	if err := remote.JSON(client, request, &answer); err != nil {
		return nil, s.explain(err, "")
	}
	var ids []string
	for _, name := range answer.ResourceNames {
		id := strings.TrimPrefix(name, "customers/")
		if _, err := strconv.ParseUint(id, 10, 64); err == nil && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids, nil
}

// hyphened formats an id like Google Ads: 123-456-7890.
func hyphened(id string) string {
	if len(id) != 10 {
		return id
	}
	return id[:3] + "-" + id[3:6] + "-" + id[6:]
}
