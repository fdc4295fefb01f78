package upslope

import (
	"cmp"
	"slices"
)

// StepPlan is who sees to one step of an insight, and by when.
type StepPlan struct {
	Step       string `json:"step"`                 // as Instructions words it
	Assignee   string `json:"assignee,omitempty"`   // "" nobody
	AssigneeID string `json:"assigneeId,omitempty"` // who may have left; "" no user; edits ignore it
	DueDate    string `json:"dueDate,omitempty"`    // such as 2026-12-01; "" none
}

// Quoted returns the step in quotes, as short as a line of the activity needs it.
func (p StepPlan) Quoted() string { return "“" + clip(p.Step, 80) + "”" }

// cleanStepPlans validates the plans of an edit, and drops those without an assignee and a due date.
func (e *InsightEdit) cleanStepPlans() error {
	const field = "stepPlans"
	if len(*e.StepPlans) > maxSteps {
		return FieldErrorf(field, "Plan at most %d steps.", maxSteps)
	}
	kept, seen := []StepPlan{}, map[string]bool{}
	for _, plan := range *e.StepPlans {
		if seen[plan.Step] {
			return FieldErrorf(field, "The step %s is given twice.", plan.Quoted())
		}
		seen[plan.Step] = true
		if err := cleanText(field, &plan.Assignee, maxAssignee); err != nil {
			return err
		}
		if plan.DueDate != "" {
			if err := checkDay(field, plan.DueDate); err != nil {
				return err
			}
		}
		if plan.Assignee != "" || plan.DueDate != "" {
			kept = append(kept, plan)
		}
	}
	e.StepPlans = &kept
	return nil
}

// plansSaid returns what an edit changed in the plans of steps, in words.
func plansSaid(before, now []StepPlan) (said []string) {
	earlier := make(map[string]StepPlan, len(before))
	for _, plan := range before {
		earlier[plan.Step] = plan
	}
	for _, plan := range before {
		if !slices.ContainsFunc(now, func(other StepPlan) bool { return other.Step == plan.Step }) {
			now = append(slices.Clip(now), StepPlan{Step: plan.Step})
		}
	}
	for _, plan := range now {
		old, step := earlier[plan.Step], "step "+plan.Quoted()+" "
		if plan.Assignee != old.Assignee {
			said = append(said, step+"assigned to "+cmp.Or(plan.Assignee, "nobody"))
		}
		if plan.DueDate == "" && old.DueDate != "" {
			said = append(said, step+"without a due date")
		} else if plan.DueDate != old.DueDate {
			said = append(said, step+"due "+plan.DueDate)
		}
	}
	return said
}
