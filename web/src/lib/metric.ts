import type { components } from '@/api/schema.gen'
import { compact, money, num, percent, tenths, upToHundredths } from './format'

/** A daily metric. */
export type Metric = components['schemas']['Metric']

/** A unit, with its currency. */
type MetricUnit = { unit: Metric['unit']; currency?: string | undefined }

/** A value of a metric: "1,204", "€12.40", "8.3", "2.1%", "3.2 s". */
export function metricText({ unit, currency }: MetricUnit, value: number): string {
  switch (unit) {
    case 'currency':
      return money(value, currency ?? 'USD', 2)
    case 'percent':
      return percent(value / 100)
    case 'seconds':
      return `${num(value)} s`
    case 'position':
      return tenths(value)
    default:
      return decimalText(value)
  }
}

/** Values below one need hundredths, such as a layout shift of 0.12. */
const decimalText = (value: number) => (Math.abs(value) < 1 ? upToHundredths(value) : num(value))

/** The same for an axis, with less room: "1.2K", "€1,200". */
export function metricTick(metric: MetricUnit, value: number): string {
  if (metric.unit === 'count') return compact(value)
  if (metric.unit === 'currency') return money(value, metric.currency ?? 'USD', value % 1 === 0 ? 0 : 2)
  if (metric.unit === 'percent') return percent(value / 100, value % 1 === 0 ? 0 : 1)
  if (metric.unit === 'position') return decimalText(value)
  return metricText(metric, value)
}

/** The least days with data for a weekly mean. */
const minDaysForMean = 4

/** The mean of the seven days up to each day; null if most of them have no data. */
export const weeklyMeans = (daily: readonly (number | null)[]) =>
  daily.map((_, i) => {
    const values = daily.slice(Math.max(0, i - 6), i + 1).filter((value) => value !== null)
    return values.length < minDaysForMean ? null : values.reduce((sum, value) => sum + value, 0) / values.length
  })
