import { useState } from 'react'
import type { Insight, InsightChanges } from '@/api/insights'
import { useMay } from '@/api/core/role'
import { useSites } from '@/api/sites'
import { saveText } from '@/lib/csv'
import { calendarDay, num } from '@/lib/format'
import { useBusy } from '@/lib/interaction/use-busy'
import { Button } from '@/ui/button'
import { AssignForm, DismissForm, SnoozeForm } from './one-line-forms'
import { opportunitiesCsv } from './opportunities-csv'
import { useTypeTitle } from './type-title'
import { startOfDay } from './dates'
import { changeSelected } from './use-changes'

/** What can be done with the selected opportunities, at the foot of the screen while there are any. */
export function BulkBar({ selected, onClear }: { selected: readonly Insight[]; onClear: () => void }) {
  const [form, setForm] = useState<'snooze' | 'dismiss' | 'assign' | null>(null)
  const titleOf = useTypeTitle()
  const [busy, run] = useBusy()
  const { sites = [] } = useSites()
  const { edit } = useMay()
  const close = () => setForm(null)
  async function apply(changes: InsightChanges, done: string) {
    if (!(await run(() => changeSelected(selected, changes, done)))) return
    close()
    onClear()
  }
  return (
    <section
      aria-label="Selected opportunities"
      className="fixed inset-x-2 bottom-2 z-30 mx-auto flex w-fit flex-wrap items-center gap-2 rounded-lg bg-raised p-2 shadow-pop md:left-58 md:bottom-4"
    >
      <p role="status" className="order-first basis-1/2 px-2 font-medium md:basis-auto">
        {num(selected.length)} selected
      </p>
      {form === 'snooze' && (
        <SnoozeForm
          busy={busy}
          onSubmit={(day) => void apply({ snoozedUntil: startOfDay(day) }, `snoozed until ${calendarDay(day)}`)}
          onCancel={close}
        />
      )}
      {form === 'dismiss' && (
        <DismissForm
          busy={busy}
          onSubmit={(reason) => void apply({ status: 'dismissed', reason }, 'dismissed')}
          onCancel={close}
        />
      )}
      {form === 'assign' && (
        <AssignForm
          busy={busy}
          onSubmit={(assignee) =>
            void apply({ assignee }, assignee === '' ? 'unassigned' : `assigned to ${assignee}`)
          }
          onCancel={close}
        />
      )}
      {form === null && (
        <>
          {edit && (
            <>
              <Button
                icon="check"
                disabled={busy}
                onClick={() => void apply({ status: 'done' }, 'marked as done')}
              >
                Mark as Done
              </Button>
              <Button icon="clock" onClick={() => setForm('snooze')}>
                Snooze
              </Button>
              <Button icon="dismiss" onClick={() => setForm('dismiss')}>
                Dismiss
              </Button>
              <Button onClick={() => setForm('assign')}>Assign</Button>
            </>
          )}
          <Button
            icon="download"
            onClick={() => saveText('opportunities.csv', opportunitiesCsv(selected, sites, titleOf))}
          >
            Export CSV
          </Button>
          {/* On a phone it stands beside the count, above the actions. */}
          <Button variant="ghost" onClick={onClear} className="order-first ml-auto md:order-last">
            Clear selection
          </Button>
        </>
      )}
    </section>
  )
}
