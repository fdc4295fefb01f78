import type { Integration } from '@/api/integrations'
import { calendarDay, num } from '@/lib/format'
import { isBackfilling } from '@/lib/integration'
import { Meter } from '@/ui/meter'

/** The days synced so far, the progress of the backfill, and the days with incomplete data. */
export function BackfillStatus({ integration }: { integration: Integration }) {
  const { daysRead, daysWanted, oldestDay, newestDay, truncatedDays, name } = integration
  const backfilling = isBackfilling(integration)
  if (daysRead === 0 && !backfilling) return null
  const percent = Math.floor((100 * daysRead) / Math.max(1, daysWanted))
  return (
    <div className="mt-3 border-t border-line pt-3 text-xs">
      <p className="num flex justify-between gap-3">
        <span className="font-medium">{backfilling ? 'Syncing history' : 'History'}</span>
        <span className="text-ink-2">
          {backfilling ? `${num(daysRead)} of ${days(daysWanted)}` : days(daysRead)}
        </span>
      </p>
      {backfilling && (
        <div className="mt-1.5">
          <Meter role="progressbar" label={`History of ${name}`} percent={percent} />
        </div>
      )}
      {oldestDay && newestDay && (
        <p className="num mt-1 text-ink-3">
          {oldestDay !== newestDay && `${calendarDay(oldestDay)} – `}
          {calendarDay(newestDay)}
        </p>
      )}
      {truncatedDays > 0 && (
        <p className="mt-1 text-pretty text-ink-2">
          On {days(truncatedDays)} the provider returned only the rows with the most traffic. Totals are
          complete.
        </p>
      )}
    </div>
  )
}

const days = (n: number) => (n === 1 ? '1 day' : `${num(n)} days`)
