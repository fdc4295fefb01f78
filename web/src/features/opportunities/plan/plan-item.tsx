import type { Plan } from '@/api/portfolio'
import { cx } from '@/lib/cx'
import { hoursText } from '@/lib/format'
import { amountOf } from '@/lib/insight'
import { Button } from '@/ui/button'
import { Tooltip } from '@/ui/overlays/tooltip'
import { TypeIcon } from '@/ui/type-icon'
import { useChanges } from '../use-changes'

type PlanItemProps = {
  item: Plan['items'][number]
  /** Its number in the plan; absent for the others of a task. */
  place?: number
  siteName: string | undefined
  onOpen: (id: string) => void
}

/** One item of a plan with its hours and expected value; it can be opened and marked as done. */
export function PlanItem({ item: { insight, hours, expected }, place, siteName, onOpen }: PlanItemProps) {
  const { busy, setStatus } = useChanges(insight)
  return (
    <div className={cx('flex items-start gap-3 px-5 md:px-6', place === undefined ? 'pb-3' : 'py-3')}>
      <span className={cx('num mt-0.5 shrink-0 text-right text-ink-3', place === undefined ? 'w-12' : 'w-5')}>
        {place}
      </span>
      <TypeIcon type={insight.type} small />
      <div className="min-w-0 flex-1">
        <button
          type="button"
          onClick={() => onOpen(insight.id)}
          className="text-left font-medium text-pretty wrap-anywhere hover:underline"
        >
          {insight.title}
        </button>
        <p className="num mt-0.5 flex flex-wrap gap-x-3 text-xs text-ink-3">
          <span>{hoursText(hours)}</span>
          {expected ? (
            <span className="text-good-ink">{amountOf(expected, expected.mid)} a month expected</span>
          ) : (
            <span>Not yet valued</span>
          )}
          {siteName && <span className="wrap-anywhere">{siteName}</span>}
        </p>
      </div>
      <Tooltip label="Mark as Done">
        <Button
          size="sm"
          variant="ghost"
          icon="check"
          aria-label={`Mark as Done: ${insight.title}`}
          disabled={busy}
          onClick={() => setStatus('done')}
        />
      </Tooltip>
    </div>
  )
}
