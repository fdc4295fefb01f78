import type { components } from '@/api/schema.gen'
import { compact, money, num, percent, upToHundredths } from './format'

/** A figure that is measured day by day. */
export type Metric = components['schemas']['Metric']

/** What a figure is counted in. */
type Counted = { unit: Metric['unit']; currency?: string | undefined }

/** A figure of a metric in words: "1,204", "€12.40", "8.3", "2.1%", "3.2 s". */
export function metricText({ unit, currency }: Counted, value: number): string {
  switch (unit) {
    case 'currency':
      return money(value, currency ?? 'USD', 2)
    case 'percent':
      return percent(value / 100)
    case 'seconds':
      return `${num(value)} s`
    default:
      return fine(value)
  }
}

/** Where a figure is below one, a tenth is too coarse: a layout shift of 0.12. */
const fine = (value: number) => (Math.abs(value) < 1 ? upToHundredths(value) : num(value))

/** Likewise on an axis, where there is less room: "1.2K", "€1,200". */
export function metricTick(metric: Counted, value: number): string {
  if (metric.unit === 'count') return compact(value)
  if (metric.unit === 'currency') return money(value, metric.currency ?? 'USD', value % 1 === 0 ? 0 : 2)
  if (metric.unit === 'percent') return percent(value / 100, value % 1 === 0 ? 0 : 1)
  return metricText(metric, value)
}

/** Of a week, as many days must have a figure for their mean to stand for it. */
const leastOfWeek = 4

/** For each day the mean of the seven up to it; null where most of them have no figure. */
export const weeklyMeans = (daily: readonly (number | null)[]) =>
  daily.map((_, i) => {
    const known = daily.slice(Math.max(0, i - 6), i + 1).filter((value) => value !== null)
    return known.length < leastOfWeek ? null : known.reduce((sum, value) => sum + value, 0) / known.length
  })
