import { Suspense } from 'react'
import type { Insight } from '@/api/insights'
import { cx } from '@/lib/cx'
import { calendarDay } from '@/lib/format'
import { lazyPart } from '@/lib/parts/lazy-part'
import { isOverdue } from './dates'

const FormerBadge = lazyPart(async () => ({ default: (await import('./former-badge')).FormerBadge }))

/** Who sees to an opportunity, and by when, in the list. */
export const Owner = ({ insight }: { insight: Insight }) => (
  <>
    {insight.assignee !== '' && (
      <span className="mt-0.5 block max-w-28 truncate text-xs" title={insight.assignee}>
        {insight.assignee}
      </span>
    )}
    <Former insight={insight} />
    {insight.dueOn && <Due insight={insight} day={insight.dueOn} />}
  </>
)

/** Whether its assignee has left. */
export const Former = ({ insight }: { insight: Insight }) =>
  insight.assigneeId && (
    <Suspense>
      <FormerBadge id={insight.assigneeId} />
    </Suspense>
  )

/** The day by which it is to be done, and whether that has passed. */
const Due = ({ insight, day }: { insight: Insight; day: string }) => (
  <span
    className={cx(
      'mt-0.5 block text-xs whitespace-nowrap',
      isOverdue(insight) ? 'font-medium text-bad-ink' : 'text-ink-3',
    )}
  >
    {isOverdue(insight) ? 'Overdue' : 'Due'} {calendarDay(day)}
  </span>
)
