import { useRecentDays } from './use-daily-view'
import type { DailyMetric } from './daily-metrics'
import { Sparkline } from '@/ui/charts/sparkline'

/** A sparkline of a metric over the last 28 days; nothing if too few of them have data. */
export function Trend({ siteId, name, on }: { siteId: string; name: DailyMetric['name']; on: boolean }) {
  const { days } = useRecentDays(siteId)
  const values = days?.map((day) => day[name]) ?? []
  if (values.filter((value) => value !== null).length < 7) return null
  return (
    <Sparkline data={values} color={on ? 'var(--color-c1)' : 'var(--color-ink-3)'} className="h-8 w-full" />
  )
}
