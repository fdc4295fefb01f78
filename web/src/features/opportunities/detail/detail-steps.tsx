import type { Insight } from '@/api/insights'
import { useMay } from '@/api/core/role'
import { copy } from '@/lib/interaction/clipboard'
import { cx } from '@/lib/cx'
import { num } from '@/lib/format'
import { stepsOf } from '@/lib/insight'
import { Button } from '@/ui/button'
import { SheetSection } from '@/ui/overlays/sheet'
import { useChanges } from '../use-changes'

/** What to do, step by step; each can be marked as done and copied. */
export function DetailSteps({ insight }: { insight: Insight }) {
  const { busy, setDoneSteps } = useChanges(insight)
  const { edit } = useMay()
  const steps = stepsOf(insight.instructions)
  // A step that a new crawl words anew is another step, which nobody has done.
  const done = steps.filter((step) => insight.doneSteps?.includes(step))
  if (steps.length === 0) return null
  const turn = (step: string, on: boolean) =>
    void setDoneSteps(
      steps.filter((other) => (other === step ? on : done.includes(other))),
      on ? 'Step done' : 'Step reopened',
    )
  return (
    <SheetSection
      title="Action Steps"
      aside={done.length > 0 && `${num(done.length)} of ${num(steps.length)} done`}
    >
      <ol className="space-y-1">
        {steps.map((step, i) => {
          const isDone = done.includes(step)
          return (
            <li key={step} className="group -mx-2 flex items-start gap-1 rounded-md px-2 hover:bg-sunken">
              <label className="flex min-w-0 flex-1 cursor-pointer gap-3 py-1.5">
                <input
                  type="checkbox"
                  aria-label={`Step ${i + 1} done`}
                  checked={isDone}
                  disabled={busy || !edit}
                  onChange={(event) => turn(step, event.target.checked)}
                  className="mt-0.5 size-4 shrink-0 accent-accent"
                />
                <span className={cx('min-w-0 wrap-anywhere', isDone && 'text-ink-3 line-through')}>{step}</span>
              </label>
              <Button
                size="sm"
                variant="ghost"
                icon="copy"
                aria-label={`Copy step ${i + 1}`}
                onClick={() => void copy(step, 'Step copied')}
                className="mt-0.5 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"
              />
            </li>
          )
        })}
      </ol>
    </SheetSection>
  )
}
