import type { DailyKPIs } from '@/api/kpis'
import { daysIn } from '@/lib/calendar'
import { useUrlState } from '@/lib/use-url-state'
import { dailyMetrics } from './daily-metrics'
import type { OverviewPeriod } from './use-overview-period'

/** From so many days on, weekly means replace noisy daily values. */
const weeklyFromDays = 365

/** The first metric with data: a site with only Search Console starts with clicks. */
const firstWithData = (days: readonly DailyKPIs[] = []) =>
  dailyMetrics.find(({ name }) => days.some((day) => day[name] !== null)) ?? dailyMetrics[0]

/** The metric of the chart, as in the URL, in the days of the Overview. */
export function useDailyView(period: OverviewPeriod) {
  const [url, set] = useUrlState({ metric: '' })
  const { window, compared, days, before, missingDays, error, reload } = period
  return {
    metric: dailyMetrics.find((item) => item.name === url.metric) ?? firstWithData(days),
    /** Whether the chart shows weekly means. */
    weekly: window !== null && daysIn(window) >= weeklyFromDays,
    set,
    days,
    window,
    compared,
    missingDays,
    before,
    error,
    reload,
  }
}

/** The state of the chart and its setters. */
export type DailyView = ReturnType<typeof useDailyView>
