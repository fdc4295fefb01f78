import type { DailyKPIs } from '@/api/kpis'
import type { Metric } from '@/lib/metric'
import type { Provider } from '@/lib/integration'

/** A metric of the chart: its field, unit and source. */
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
  /** The field with the currency of a day's amount. */
  currency?: 'currency' | 'adCurrency'
}

/** In the order of the select; the first with data is shown by default. */
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

/** The currency of a metric, if it is money. */
export const currencyOf = ({ currency }: DailyMetric, days: readonly DailyKPIs[]) =>
  currency && (days.find((day) => day[currency] !== null)?.[currency] ?? undefined)
