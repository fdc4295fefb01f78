import { useDailyKPIs, type DailyKPIs } from '@/api/kpis'
import { daysOf } from '@/api/tables'
import { addDays, daysIn, monthsBefore } from '@/lib/calendar'
import { useUrlState } from '@/lib/use-url-state'
import { customRange, isDay } from '@/tables/period/period'
import { dailyMetrics } from './daily-metrics'

/** The ranges to choose from: URL value, label, and first day computed from the last. */
export const ranges = [
  { value: '28d', label: '28 days', begin: (to: string) => addDays(to, -27) },
  { value: '90d', label: '90 days', begin: (to: string) => addDays(to, -89) },
  { value: '16m', label: '16 months', begin: (to: string) => addDays(monthsBefore(to, 16), 1) },
] as const

/** 52 weeks, so that weekdays are compared with the same weekday. */
const yearInDays = 364
/** From so many days on, weekly means replace noisy daily values. */
const weeklyFromDays = 365

/** The last 28 final days, which the sparklines show and the other ranges end with. */
export function useRecentDays(siteId: string | undefined) {
  const { days, headers, ...rest } = useDailyKPIs(siteId === undefined ? null : { siteId })
  return { days, window: daysOf(headers?.get('X-Window') ?? null), headers, ...rest }
}

/** The first metric with data: a site with only Search Console starts with clicks. */
const firstWithData = (days: readonly DailyKPIs[] = []) =>
  dailyMetrics.find(({ name }) => days.some((day) => day[name] !== null)) ?? dailyMetrics[0]

/** The metric, range and comparison of the chart, as in the URL. */
export function useDailyView(siteId: string) {
  const [url, set] = useUrlState({ metric: '', days: '28d', from: '', to: '', compare: 'year' })
  const range = ranges.find((item) => item.value === url.days) ?? ranges[0]
  const isCustom = url.days === customRange && isDay(url.from) && isDay(url.to) && url.from <= url.to
  const recent = useRecentDays(siteId)
  const newest = recent.window?.to
  const counted = newest === undefined ? null : { from: range.begin(newest), to: newest }
  const window = isCustom ? { from: url.from, to: url.to } : counted
  const isDefaultRange = !isCustom && range === ranges[0]
  const other = useDailyKPIs(window && !isDefaultRange ? { siteId, ...window } : null)
  const selected = isDefaultRange ? recent : other
  const canCompare = window !== null && daysIn(window) <= yearInDays
  const compared =
    canCompare && url.compare === 'year'
      ? { from: addDays(window.from, -yearInDays), to: addDays(window.to, -yearInDays) }
      : null
  const before = useDailyKPIs(compared && { siteId, ...compared })
  return {
    metric: dailyMetrics.find((item) => item.name === url.metric) ?? firstWithData(recent.days),
    range: isCustom ? customRange : (range.value as string),
    compare: url.compare === 'year',
    canCompare,
    /** Whether the chart shows weekly means. */
    weekly: window !== null && daysIn(window) >= weeklyFromDays,
    set,
    /** The days of the chart; undefined while loading. */
    days: selected.days,
    /** Whether no provider was synced yet. */
    empty: recent.days !== undefined && !recent.window,
    window,
    /** The last day with final figures. */
    newest,
    missingDays: Number(selected.headers?.get('X-Missing-Days') ?? 0),
    before: before.days,
    error: recent.error ?? selected.error,
    reload: () => Promise.all([recent.reload(), other.reload(), before.reload()]),
  }
}

/** The state of the chart and its setters. */
export type DailyView = ReturnType<typeof useDailyView>
