import type { DailyKPIs } from '@/api/kpis'
import type { Metric } from '@/lib/metric'
import type { Provider } from '@/lib/integration'

/** A figure of the chart: where it is in a day, how it is written, and who says it. */
export type DailyMetric = Pick<Metric, 'title' | 'unit' | 'better'> & {
  name:
    | 'sessions'
    | 'conversions'
    | 'conversionRate'
    | 'revenue'
    | 'adSpend'
    | 'clicks'
    | 'impressions'
    | 'position'
  provider: Provider
  /** The currency of a day's amount. */
  currency?: 'currency' | 'adCurrency'
}

/** In the order of the list to choose from; the first that is known is shown until another is chosen. */
export const dailyMetrics: readonly [DailyMetric, ...DailyMetric[]] = [
  { name: 'sessions', title: 'Sessions', unit: 'count', better: 'up', provider: 'ga4' },
  { name: 'conversionRate', title: 'Conversion rate', unit: 'percent', better: 'up', provider: 'ga4' },
  { name: 'conversions', title: 'Conversions', unit: 'count', better: 'up', provider: 'ga4' },
  { name: 'revenue', title: 'Revenue', unit: 'currency', better: 'up', provider: 'ga4', currency: 'currency' },
  {
    name: 'adSpend',
    title: 'Ad spend',
    unit: 'currency',
    better: 'down',
    provider: 'gads',
    currency: 'adCurrency',
  },
  { name: 'clicks', title: 'Clicks from Google', unit: 'count', better: 'up', provider: 'gsc' },
  { name: 'impressions', title: 'Impressions in Google', unit: 'count', better: 'up', provider: 'gsc' },
  { name: 'position', title: 'Position in Google', unit: 'position', better: 'down', provider: 'gsc' },
]

/** The currency of a figure, where it is money. */
export const currencyOf = ({ currency }: DailyMetric, days: readonly DailyKPIs[]) =>
  currency && (days.find((day) => day[currency] !== null)?.[currency] ?? undefined)
