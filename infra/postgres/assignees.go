package postgres

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"upslope"
)

// lockedInsight is what an edit needs of an insight.
type lockedInsight struct {
	ID, SiteID, Title, Assignee, AssigneeID string
	Status                                  upslope.Status
}

// assignee is who an edit assigns insights to; a nil text leaves it.
type assignee struct {
	field  string // of the edit
	text   *string
	person upslope.Person // the zero value when it is no member
}

// assigneeOf resolves a member's id, email address or name; other text stays as it is.
func assigneeOf(ctx context.Context, tx *Tx, accountID, field string, text *string) (assignee, error) {
	to := assignee{field: field, text: text}
	if text == nil || *text == "" {
		return to, nil
	}
	named, err := many[upslope.Person](ctx, tx, "people_named", pgx.NamedArgs{"account_id": accountID, "who": *text})
	switch {
	case err != nil:
		return to, err
	case len(named) > 1:
		return to, upslope.FieldErrorf(field, "%d members are called %s. Use an email address.", len(named), *text)
	case len(named) == 1:
		to.person, to.text = named[0], new(named[0].Name())
	case isID(*text):
		return to, upslope.FieldErrorf(field, "This person is not a member of the account.")
	}
	return to, nil
}

// canSee is an Invalid Error when the assignee may not see a site.
func (a assignee) canSee(siteID string) error {
	if a.person.ID == "" || a.person.Sees(siteID) {
		return nil
	}
	return upslope.FieldErrorf(a.field, "%s can’t see this site. Give them access first, or assign it to somebody else.", a.person.Name())
}

// tellAssigned records who was given which insights, site by site.
func tellAssigned(ctx context.Context, tx *Tx, accountID string, to assignee, ids []string, present map[string]lockedInsight) error {
	if to.text == nil {
		return nil
	}
	given, sites := map[string][]lockedInsight{}, []string{}
	for _, id := range ids {
		one := present[id]
		if one.Assignee == *to.text && one.AssigneeID == to.person.ID {
			continue
		}
		if given[one.SiteID] == nil {
			sites = append(sites, one.SiteID)
		}
		given[one.SiteID] = append(given[one.SiteID], one)
	}
	for _, site := range sites {
		first, others := given[site][0], len(given[site])-1
		what := fmt.Sprintf("“%s”", first.Title)
		if others > 0 {
			what = fmt.Sprintf("%d opportunities, including %s", others+1, what)
		}
		if err := tellGiven(ctx, tx, accountID, first, to, what); err != nil {
			return err
		}
	}
	return nil
}

// tellGiven records that somebody was given work of an insight; who gives it to themselves is not told.
func tellGiven(ctx context.Context, tx *Tx, accountID string, of lockedInsight, to assignee, what string) error {
	news := upslope.Activity{SiteID: of.SiteID, Kind: "insight.assigned", Text: "Assigned to " + *to.text + ": " + what, InsightID: of.ID}
	if *to.text == "" {
		news.Text = "Unassigned: " + what
	}
	if to.person.ID != upslope.ActorOf(ctx).ID {
		news.ForUserID = to.person.ID
	}
	return addNews(ctx, tx, accountID, news)
}

// Comments returns the comments on an insight, oldest first.
func (db *DB) Comments(ctx context.Context, accountID, insightID string) ([]upslope.Comment, error) {
	if !isID(insightID) {
		return nil, errNoInsight
	}
	return many[upslope.Comment](ctx, db, "comments", pgx.NamedArgs{"account_id": accountID, "insight_id": insightID})
}

// AddComment adds a comment and tells those whom it mentions. It returns the account's version.
func (db *DB) AddComment(ctx context.Context, by upslope.User, insightID, text string) (comment upslope.Comment, version int64, err error) {
	if !isID(insightID) {
		return comment, 0, errNoInsight
	}
	accountID := by.AccountID
	err = db.write(ctx, accountID, func(tx *Tx) error {
		insight, err := one[insightRow](ctx, tx, "insight", pgx.NamedArgs{"account_id": accountID, "id": insightID})
		if err != nil {
			return err
		}
		if _, err := roleNow(ctx, tx, by); err != nil {
			return err
		}
		args := pgx.NamedArgs{"account_id": accountID, "insight_id": insightID}
		if count, err := one[int64](ctx, tx, "comments_count", args); err != nil {
			return err
		} else if count >= upslope.MaxComments {
			return upslope.Errorf(upslope.Conflict, "An opportunity has at most %d comments. Delete some first.", upslope.MaxComments)
		}
		people, err := many[upslope.Person](ctx, tx, "people", pgx.NamedArgs{"account_id": accountID})
		if err != nil {
			return err
		}
		mentioned, err := upslope.Mentioned(text, people, insight.SiteID)
		if err != nil {
			return err
		}
		ids := make([]string, len(mentioned))
		for i, person := range mentioned {
			ids[i] = person.ID
		}
		comment, err = one[upslope.Comment](ctx, tx, "comment_add", pgx.NamedArgs{
			"account_id": accountID, "site_id": insight.SiteID, "insight_id": insightID, "user_id": by.ID,
			"author": upslope.Person{Email: by.Email, FirstName: by.FirstName, LastName: by.LastName}.Name(), "text": text, "mentions": ids,
		})
		if err != nil {
			return err
		}
		if err := tellComment(ctx, tx, by, insight, mentioned); err != nil {
			return err
		}
		version, err = versionOf(ctx, tx, accountID)
		return err
	})
	return comment, version, err
}

// tellComment records a comment, and for everybody else whom it mentions that it does.
func tellComment(ctx context.Context, tx *Tx, by upslope.User, insight insightRow, mentioned []upslope.Person) error {
	news := upslope.Activity{SiteID: insight.SiteID, Kind: "insight.commented", Text: fmt.Sprintf("Commented on “%s”", insight.Title), InsightID: insight.ID}
	if err := addNews(ctx, tx, by.AccountID, news); err != nil {
		return err
	}
	for _, person := range mentioned {
		if person.ID == by.ID {
			continue
		}
		news.Kind, news.ForUserID = "insight.mentioned", person.ID
		news.Text = fmt.Sprintf("Mentioned %s in a comment on “%s”", person.Name(), insight.Title)
		if err := addNews(ctx, tx, by.AccountID, news); err != nil {
			return err
		}
	}
	return nil
}

// DeleteComment deletes the caller's comment, for admins and owners anyone's; returns the account's version.
func (db *DB) DeleteComment(ctx context.Context, by upslope.User, insightID, id string) (version int64, err error) {
	if !isID(id) || !isID(insightID) {
		return 0, errNoComment
	}
	err = db.write(ctx, by.AccountID, func(tx *Tx) error {
		role, err := roleNow(ctx, tx, by)
		if err != nil {
			return err
		}
		args := pgx.NamedArgs{"account_id": by.AccountID, "insight_id": insightID, "id": id}
		author, err := one[string](ctx, tx, "comment_author", args)
		if err != nil {
			return err
		}
		if !strings.EqualFold(author, by.ID) && !role.AtLeast(upslope.Admin) {
			return upslope.Errorf(upslope.Forbidden, "Only its author, an owner or an admin can delete a comment.")
		}
		if err := exec(ctx, tx, "comment_delete", args); err != nil {
			return err
		}
		version, err = versionOf(ctx, tx, by.AccountID)
		return err
	})
	return version, err
}

var errNoComment = upslope.Errorf(upslope.NotFound, "This comment does not exist.")

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
