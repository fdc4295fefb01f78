package postgres

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"upslope"
)

// siteWork is a member's open work on a site, with the first of its insights.
type siteWork struct {
	SiteID, InsightID, Title string
	upslope.MemberWork
}

// MemberWork returns how much open work a member has.
func (db *DB) MemberWork(ctx context.Context, accountID, userID string) (total upslope.MemberWork, err error) {
	if !isID(userID) {
		return total, errNoMember
	}
	args := pgx.NamedArgs{"account_id": accountID, "user_id": userID}
	if _, err := one[upslope.Member](ctx, db, "member", args); err != nil {
		return total, err
	}
	sites, err := many[siteWork](ctx, db, "member_work", args)
	for _, site := range sites {
		total.Opportunities += site.Opportunities
		total.Steps += site.Steps
	}
	return total, err
}

// passOn gives a member's open work to another one, or to nobody, and tells of it site by site.
func passOn(ctx context.Context, tx *Tx, by upslope.User, from upslope.Member, workTo string, now time.Time) error {
	const field = "workTo"
	if !by.Role.AtLeast(upslope.Editor) {
		return upslope.Errorf(upslope.Forbidden, "Your role in this account is %s, which cannot assign work. Leave workTo out.", by.Role)
	}
	to := assignee{field: field, text: new("")}
	if workTo != upslope.NoMember {
		var err error
		if to, err = assigneeOf(ctx, tx, by.AccountID, field, &workTo); err != nil {
			return err
		}
		switch to.person.ID {
		case "":
			return upslope.FieldErrorf(field, "%s is not a member of the account.", workTo)
		case from.ID:
			return upslope.FieldErrorf(field, "Choose somebody else: %s will no longer be a member.", to.person.Name())
		}
	}
	scope := pgx.NamedArgs{"account_id": by.AccountID, "user_id": from.ID}
	sites, err := many[siteWork](ctx, tx, "member_work", scope)
	if err != nil {
		return err
	}
	for _, site := range sites {
		if to.canSee(site.SiteID) != nil {
			return upslope.FieldErrorf(field, "%s can’t see all sites of this work. Choose somebody else.", to.person.Name())
		}
		if err := tellGiven(ctx, tx, by.AccountID, lockedInsight{ID: site.InsightID, SiteID: site.SiteID}, to, site.of(from)); err != nil {
			return err
		}
	}
	if err := exec(ctx, tx, "member_work_pass", with(scope, pgx.NamedArgs{"assignee": *to.text, "assignee_id": to.person.ID, "now": now})); err != nil {
		return err
	}
	return exec(ctx, tx, "step_plans_drop_empty", pgx.NamedArgs{"account_id": by.AccountID})
}

// of says whose work it is and how much.
func (w siteWork) of(member upslope.Member) string {
	var said []string
	count := func(n int64, one, more string) {
		if n == 1 {
			said = append(said, "1 "+one)
		} else if n > 1 {
			said = append(said, fmt.Sprintf("%d %s", n, more))
		}
	}
	count(w.Opportunities, "opportunity", "opportunities")
	count(w.Steps, "step", "steps")
	name := upslope.Person{Email: member.Email, FirstName: member.FirstName, LastName: member.LastName}.Name()
	return fmt.Sprintf("%s of %s, including “%s”", strings.Join(said, " and "), name, w.Title)
}
