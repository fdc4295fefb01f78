import { useDailyKPIs, type DailyKPIs } from '@/api/kpis'
import type { Days } from '@/api/tables'
import { addDays, daysIn, daysOf, isDay, monthsBefore, yearInDays } from '@/lib/calendar'
import { useUrlState } from '@/lib/use-url-state'
import type { Comparison } from '@/tables/period/period'

/** The ranges to choose from: URL value, label, and first day computed from the last. */
export const ranges = [
  { value: '28d', label: '28 days', begin: (to: string) => addDays(to, -27) },
  { value: '90d', label: '90 days', begin: (to: string) => addDays(to, -89) },
  { value: '16m', label: '16 months', begin: (to: string) => addDays(monthsBefore(to, 16), 1) },
] as const

/** The value of `days` in the URL with dates of one's own. */
export const customDays = 'custom'

const defaults = { days: '28d', from: '', to: '', compare: 'previous', compareFrom: '' }

/** The days of the key figures and of the chart, and what they are compared with, as in the URL. */
export function useOverviewPeriod(siteId: string | undefined) {
  const [url, setURL] = useUrlState(defaults)
  const range = ranges.find((item) => item.value === url.days) ?? ranges[0]
  const isCustom = url.days === customDays && isDay(url.from) && isDay(url.to) && url.from <= url.to
  // The last 28 final days, which the other ranges end with, and the 28 before: together, as each read may
  // have a long way.
  const recent = useDailyKPIs(siteId === undefined ? null : { siteId, compare: 'previous' })
  const newest = daysOf(recent.headers?.get('X-Window') ?? null)?.to
  const counted = newest === undefined ? null : { from: range.begin(newest), to: newest }
  const window = isCustom ? { from: url.from, to: url.to } : counted
  const isUsualRange = !isCustom && range === ranges[0]
  // History is too short for longer periods to have others before them.
  const canCompare = window === null || daysIn(window) <= yearInDays
  const compare: Comparison = canCompare ? comparisonIn(url, window) : 'none'
  const compared = window && comparedDays(window, compare, url.compareFrom)
  const isUsual = isUsualRange && compare === 'previous'
  const before = compare === 'custom' ? { compareFrom: url.compareFrom } : {}
  const other = useDailyKPIs(
    siteId !== undefined && window && !isUsual ? { siteId, ...before, ...window, compare } : null,
  )
  const daily = isUsual ? recent : other
  const plain = siteId === undefined ? {} : { siteId }
  const empty = recent.days !== undefined && newest === undefined
  // Each source has its own last 28 days; without daily figures there are no others to count back from.
  const isPlain = siteId === undefined || empty || Boolean(recent.error) || isUsual
  return {
    range: isCustom ? customDays : (range.value as string),
    compare,
    compareFrom: url.compareFrom,
    canCompare,
    window,
    /** The days that the window is compared with. */
    compared,
    /** The last day with final figures. */
    newest,
    /** Whether no provider that counts by the day was synced yet. */
    empty,
    /** The figures by day; undefined while loading. */
    days: window ? daily.days?.filter(isIn(window)) : daily.days,
    /** Those of the compared days. */
    before: compared ? daily.days?.filter(isIn(compared)) : undefined,
    missingDays: Number(daily.headers?.get('X-Missing-Days') ?? 0),
    /** The parameters of the key figures; null while their days are unknown. */
    query: isPlain
      ? plain
      : window && {
          ...plain,
          ...before,
          ...window,
          compare,
        },
    set: setURL,
    error: recent.error ?? other.error,
    reload: () => Promise.all([recent.reload(), other.reload()]),
  }
}

/** The days of the Overview and their setter. */
export type OverviewPeriod = ReturnType<typeof useOverviewPeriod>

const isIn =
  ({ from, to }: Days) =>
  ({ day }: DailyKPIs) =>
    from <= day && day <= to

/** The comparison that the server is asked for: the previous days instead of ones that overlap the period. */
function comparisonIn({ compare, compareFrom }: typeof defaults, window: Days | null): Comparison {
  if (compare === 'year' || compare === 'none') return compare
  if (compare !== 'custom' || !isDay(compareFrom)) return 'previous'
  const compared = window && comparedDays(window, compare, compareFrom)
  return window && compared && compared.to >= window.from ? 'previous' : compare
}

function comparedDays(window: Days, compare: string, compareFrom: string): Days | null {
  const days = daysIn(window)
  const starts: Record<string, string> = {
    previous: addDays(window.from, -days),
    year: addDays(window.from, -yearInDays),
    custom: compareFrom,
  }
  const from = starts[compare]
  return from === undefined ? null : { from, to: addDays(from, days - 1) }
}
