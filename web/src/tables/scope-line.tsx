import type { TableScope } from '@/api/tables'
import { daysIn } from '@/lib/calendar'
import { calendarDay, joinAnd, num, share } from '@/lib/format'

/** What the figures cover, in one line: days, source, comparison and gaps. */
export function ScopeLine({
  scope,
  covers,
  compares,
  asOf,
  lacks,
}: {
  scope: TableScope
  covers: string | undefined
  /** The requested comparison; undefined if the table has none. */
  compares: string | undefined
  /** Rows are the current state, not sums over days. */
  asOf: boolean
  /** The columns that no row has anything of, and that are left out. */
  lacks?: readonly { label: string }[]
}) {
  const { window, comparedWith, source, newestDay, missingDays, comparedMissingDays, coverage } = scope
  const lacking = lacks && lacks.length > 0 && `${joinAnd(lacks.map(({ label }) => label))} hidden (no data)`
  if (!window) return [source, lacking].filter(Boolean).join(' · ')
  const days = daysIn(window)
  const last = unbroken(window.to)
  const parts = [
    asOf ? `As of ${last}` : days === 1 ? last : `${num(days)} days to ${last}`,
    source,
    comparedWith && `compared with ${unbroken(comparedWith.from)} – ${unbroken(comparedWith.to)}`,
    compares && compares !== 'none' && !comparedWith && 'not enough earlier days to compare',
    !asOf && newestDay && newestDay < window.to && `days after ${unbroken(newestDay)} can still change`,
    !asOf && missingDays > 0 && `${dayCount(missingDays)} of data missing`,
    comparedMissingDays > 0 && `${dayCount(comparedMissingDays)} of data missing in the comparison`,
    covers && coverage !== null && `covers ${share(coverage / 100, 1)} of ${covers}`,
    lacking,
  ]
  return parts.filter(Boolean).join(' · ')
}

/** A day on one line. */
const unbroken = (day: string) => calendarDay(day).replaceAll(' ', '\u00a0')

const dayCount = (days: number) => `${num(days)} ${days === 1 ? 'day' : 'days'}`
