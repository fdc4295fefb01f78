package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"upslope"
)

// plannedStep is whose a step is.
type plannedStep struct{ Step, Assignee, AssigneeID string }

// planSteps replaces the plans of an insight's steps, and tells who was given which. Who has a step keeps it
// without being looked up again.
func planSteps(ctx context.Context, tx *Tx, accountID string, of lockedInsight, plans []upslope.StepPlan) error {
	scope := pgx.NamedArgs{"account_id": accountID, "insight_id": of.ID}
	rows, err := many[plannedStep](ctx, tx, "step_plans", scope)
	if err != nil {
		return err
	}
	before := make(map[string]plannedStep, len(rows))
	for _, row := range rows {
		before[row.Step] = row
	}
	var steps, assignees, ids, days []string
	var given []givenStep
	for _, plan := range plans {
		old := before[plan.Step]
		delete(before, plan.Step)
		to := assignee{field: "stepPlans", text: &plan.Assignee, person: upslope.Person{ID: old.AssigneeID}}
		if plan.Assignee != old.Assignee {
			if to, err = assigneeOf(ctx, tx, accountID, "stepPlans", &plan.Assignee); err != nil {
				return err
			}
			if err := to.canSee(of.SiteID); err != nil {
				return err
			}
		}
		if *to.text != old.Assignee || to.person.ID != old.AssigneeID {
			given = append(given, givenStep{plan, to})
		}
		steps, assignees = append(steps, plan.Step), append(assignees, *to.text)
		ids, days = append(ids, to.person.ID), append(days, plan.DueDate)
	}
	for _, row := range rows {
		if _, isDropped := before[row.Step]; isDropped && row.Assignee != "" {
			given = append(given, givenStep{upslope.StepPlan{Step: row.Step}, assignee{text: new("")}})
		}
	}
	added := with(scope, pgx.NamedArgs{"site_id": of.SiteID, "steps": steps, "assignees": assignees, "assignee_ids": ids, "due_on": days})
	if err := exec(ctx, tx, "step_plans_clear", scope); err != nil {
		return err
	}
	if err := exec(ctx, tx, "step_plans_add", added); err != nil {
		return err
	}
	return tellSteps(ctx, tx, accountID, of, given)
}

// givenStep is a step with whoever it was given to.
type givenStep struct {
	plan upslope.StepPlan
	to   assignee
}

// tellSteps records who was given which steps of an insight, once each.
func tellSteps(ctx context.Context, tx *Tx, accountID string, of lockedInsight, given []givenStep) error {
	counts, first, order := map[string]int{}, map[string]givenStep{}, []string{}
	for _, one := range given {
		key := one.to.person.ID + " " + *one.to.text
		if counts[key]++; counts[key] == 1 {
			first[key], order = one, append(order, key)
		}
	}
	for _, key := range order {
		what := fmt.Sprintf("step %s of “%s”", first[key].plan.Quoted(), of.Title)
		if others := counts[key] - 1; others > 0 {
			what = fmt.Sprintf("%d steps of “%s”, including %s", others+1, of.Title, first[key].plan.Quoted())
		}
		if err := tellGiven(ctx, tx, accountID, of, first[key].to, what); err != nil {
			return err
		}
	}
	return nil
}
