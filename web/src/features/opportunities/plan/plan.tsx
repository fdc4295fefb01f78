import { useState } from 'react'
import { usePlan, type Plan as PlanAnswer } from '@/api/portfolio'
import { useSelectedSite } from '@/api/selected-site'
import { useSites } from '@/api/sites'
import { copy } from '@/lib/interaction/clipboard'
import { hoursText, num, upToHundredths } from '@/lib/format'
import { valuesWithRange } from '@/lib/insight'
import { tasksOf } from '@/lib/tasks'
import { useDebounced } from '@/lib/interaction/use-debounced'
import { Button } from '@/ui/button'
import { SheetBody, SheetTitle } from '@/ui/overlays/sheet'
import { EmptyState } from '@/ui/empty-state'
import { TextField } from '@/ui/forms/field'
import { LoadError } from '@/ui/load-error'
import { Meter } from '@/ui/meter'
import { Segmented } from '@/ui/forms/segmented'
import { SkeletonRows } from '@/ui/skeleton'
import { planMarkdown } from './plan-markdown'
import { PlanItem } from './plan-item'
import type { PlanProps } from './plan-sheet'

/** The server's limits on the hours of a plan. */
const [minHours, maxHours] = [0.5, 2000]
const presets = [4, 10, 20, 40].map((hours) => ({ value: String(hours), label: `${hours} h` }))

/** What to do first within a number of hours: the set with the highest expected value, in order. */
export function Plan({ hours, site, allSites, onHours, onOpen, onClose }: PlanProps) {
  const [typed, setTyped] = useState(hours)
  const debounced = useDebounced(typed)
  const parsedHours = Number(debounced.replace(',', '.'))
  const valid = debounced.trim() !== '' && parsedHours >= minHours && parsedHours <= maxHours
  const { plan, error, reload } = usePlan(site && valid ? { ...site, hours: parsedHours } : null)
  const { site: selected } = useSelectedSite()
  const { sites } = useSites()
  const nameOf = (id: string) => sites?.find((entry) => entry.id === id)?.name ?? ''
  const where = allSites ? 'all sites' : (selected?.name ?? 'this site')
  function write(next: string) {
    setTyped(next)
    onHours(next.trim() === '' ? hours : next)
  }
  return (
    <>
      <div className="flex shrink-0 items-start gap-2 border-b border-line py-3 pr-3 pl-5 md:pr-4 md:pl-6">
        <div className="min-w-0 flex-1">
          <SheetTitle>Plan my hours</SheetTitle>
          <p className="text-ink-2">The most valuable mix for {where}</p>
        </div>
        <Button variant="ghost" icon="x" aria-label="Close" onClick={onClose} />
      </div>
      <SheetBody label="Plan">
        <div className="flex flex-wrap items-end gap-3 px-5 py-4 md:px-6">
          <TextField
            label="Hours"
            type="number"
            inputMode="decimal"
            min={minHours}
            max={maxHours}
            step={0.5}
            value={typed}
            onChange={write}
            error={
              debounced === typed && !valid ? `Use ${num(minHours)} to ${num(maxHours)} hours.` : undefined
            }
            className="w-28"
          />
          <div className="min-w-0">
            <Segmented label="Common hours" value={typed} options={presets} onChange={write} />
          </div>
        </div>
        {error && <LoadError error={error} onRetry={reload} />}
        {!plan && !error && valid && <SkeletonRows label="Planning" />}
        {plan && <PlanResult plan={plan} nameOf={allSites ? nameOf : undefined} onOpen={onOpen} />}
      </SheetBody>
      {plan && plan.items.length > 0 && (
        <div className="flex shrink-0 items-center gap-2 border-t border-line px-4 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:px-6">
          <Button
            variant="primary"
            icon="copy"
            onClick={() => copy(planMarkdown(plan, where, nameOf), 'Plan copied', 'A checklist in Markdown.')}
          >
            Copy as Markdown
          </Button>
        </div>
      )}
    </>
  )
}

type PlanResultProps = {
  plan: PlanAnswer
  /** The name of a site, if there are several. */
  nameOf: ((siteId: string) => string) | undefined
  onOpen: (id: string) => void
}

function PlanResult({ plan, nameOf, onOpen }: PlanResultProps) {
  const { items, values, hours, used, leftOut, unknown, assumes } = plan
  if (items.length === 0) {
    return (
      <EmptyState icon="clock" title={leftOut > 0 ? 'Nothing fits into these hours' : 'Nothing left to do'}>
        {leftOut > 0
          ? `The shortest of ${num(leftOut)} takes more than ${hoursText(hours)}. Add a few hours.`
          : 'No open opportunities. We look for new ones every day.'}
      </EmptyState>
    )
  }
  const notes = [
    unknown > 0 && `${num(unknown)} not yet valued`,
    leftOut > 0 && `${num(leftOut)} left for later`,
  ].filter(Boolean)
  return (
    <>
      <div className="border-t border-line bg-sunken px-5 py-4 md:px-6">
        <p className="num text-base text-pretty text-ink-2">
          {values.length > 0 ? (
            <>
              Expected value: about <b className="font-semibold text-good-ink">{valuesWithRange(values)}</b> a
              month
            </>
          ) : (
            'Value not yet known'
          )}
        </p>
        <p className="num mt-0.5 mb-2 text-xs text-ink-3">
          {[
            `${num(items.length)} ${items.length === 1 ? 'opportunity' : 'opportunities'}`,
            `${upToHundredths(used)} of ${hoursText(hours)} used`,
            ...notes,
          ].join(' · ')}
        </p>
        <Meter label="Hours used" percent={Math.round((used / hours) * 100)} />
      </div>
      <ol aria-label="Plan" className="divide-y divide-line border-t border-line">
        {tasksOf(items, ({ insight }) => insight).map(({ lead, followers }, i) => (
          <li key={lead.insight.id}>
            <PlanItem item={lead} place={i + 1} siteName={nameOf?.(lead.insight.siteId)} onOpen={onOpen} />
            {followers.length > 0 && (
              <ul aria-label={`With it: ${lead.insight.title}`}>
                {followers.map((item) => (
                  <li key={item.insight.id}>
                    <PlanItem item={item} siteName={undefined} onOpen={onOpen} />
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ol>
      <p className="border-t border-line px-5 py-3 text-xs text-pretty text-ink-3 md:px-6">{assumes}</p>
    </>
  )
}
