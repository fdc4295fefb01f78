import { useDailyKPIs, type DailyKPIs } from '@/api/kpis'
import { daysOf } from '@/api/tables'
import { addDays, monthsBefore } from '@/lib/calendar'
import { useUrlState } from '@/lib/use-url-state'
import { dailyMetrics } from './daily-metrics'

/** The spans to choose from: their word in the URL, their name, and their first day given the last. */
export const ranges = [
  { value: '28d', label: '28 days', begin: (to: string) => addDays(to, -27) },
  { value: '90d', label: '90 days', begin: (to: string) => addDays(to, -89) },
  { value: '16m', label: '16 months', begin: (to: string) => addDays(monthsBefore(to, 16), 1) },
] as const

/** Weekdays stand beside the same weekday of the year before. */
const year = 364
/** The longest history that is read is 16 months: it has no year before, and of so many days weekdays would only be noise. */
const wholeHistory = '16m'

/** The last 28 final days, which the small charts show and the others are counted back from. */
export function useRecentDays(siteId: string | undefined) {
  const { days, headers, ...rest } = useDailyKPIs(siteId === undefined ? null : { siteId })
  return { days, window: daysOf(headers?.get('X-Window') ?? null), headers, ...rest }
}

/** The first figure that is known of any day: a site of Search Console alone begins with its clicks. */
const firstKnown = (days: readonly DailyKPIs[] = []) =>
  dailyMetrics.find(({ name }) => days.some((day) => day[name] !== null)) ?? dailyMetrics[0]

/** Which figure the chart shows, over which days, and whether beside the year before: as the URL says. */
export function useDailyView(siteId: string) {
  const [url, set] = useUrlState({ metric: '', days: '28d', compare: 'year' })
  const range = ranges.find((one) => one.value === url.days) ?? ranges[0]
  const recent = useRecentDays(siteId)
  const to = recent.window?.to
  const from = to && range.begin(to)
  const usual = range === ranges[0]
  const longer = useDailyKPIs(from && !usual ? { siteId, from, to } : null)
  const shown = usual ? recent : longer
  const canCompare = range.value !== wholeHistory
  const compared =
    from && canCompare && url.compare === 'year' ? { from: addDays(from, -year), to: addDays(to, -year) } : null
  const before = useDailyKPIs(compared && { siteId, ...compared })
  return {
    metric: dailyMetrics.find((one) => one.name === url.metric) ?? firstKnown(recent.days),
    range: range.value,
    compare: url.compare === 'year',
    canCompare,
    /** The chart shows means of weeks. */
    weekly: range.value === wholeHistory,
    set,
    /** The days of the chart; undefined while they come. */
    days: shown.days,
    /** Nothing was read yet, of any provider. */
    empty: recent.days !== undefined && !recent.window,
    window: from && { from, to },
    missingDays: Number(shown.headers?.get('X-Missing-Days') ?? 0),
    before: before.days,
    error: recent.error ?? shown.error,
    reload: () => Promise.all([recent.reload(), longer.reload(), before.reload()]),
  }
}

/** What the chart shows and changes. */
export type DailyView = ReturnType<typeof useDailyView>
