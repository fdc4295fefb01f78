import type { Insight, StepPlan } from '@/api/insights'
import { num } from '@/lib/format'
import { stepsOf } from '@/lib/insight'
import { SheetSection } from '@/ui/overlays/sheet'
import { useChanges } from '../use-changes'
import { DetailStep } from './detail-step'

/** What to do, step by step; each can be marked as done, given to somebody and copied. */
export function DetailSteps({ insight }: { insight: Insight }) {
  const { busy, setDoneSteps, setStepPlans } = useChanges(insight)
  const steps = stepsOf(insight.instructions)
  // A step that a new crawl words anew is another step, which nobody has done.
  const done = steps.filter((step) => insight.doneSteps?.includes(step))
  if (steps.length === 0) return null
  const plans = steps.map((step) => insight.stepPlans?.find((plan) => plan.step === step) ?? { step })
  const turn = (step: string, on: boolean) =>
    void setDoneSteps(
      steps.filter((other) => (other === step ? on : done.includes(other))),
      on ? 'Step done' : 'Step reopened',
    )
  const plan = (to: StepPlan, title: string) =>
    void setStepPlans(
      plans
        .map((other) => (other.step === to.step ? to : other))
        .filter(({ assignee, dueDate }) => assignee || dueDate),
      title,
    )
  return (
    <SheetSection
      title="Action Steps"
      aside={done.length > 0 && `${num(done.length)} of ${num(steps.length)} done`}
    >
      <ol className="space-y-1">
        {plans.map((one, i) => (
          <DetailStep
            key={one.step}
            plan={one}
            number={i + 1}
            done={done.includes(one.step)}
            busy={busy}
            onDone={(on) => turn(one.step, on)}
            onPlan={plan}
          />
        ))}
      </ol>
    </SheetSection>
  )
}
