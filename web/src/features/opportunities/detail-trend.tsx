import { useState } from 'react'
import { useInsightDays, type Insight } from '@/api/insights'
import type { Schemas } from '@/api/client'
import { num } from '@/lib/format'
import { windowOf } from '@/lib/insight'
import { metricText, metricTick } from '@/lib/metric'
import { SheetSection } from '@/ui/dialog'
import { LineChart } from '@/ui/line-chart'
import { LoadError } from '@/ui/load-error'
import { Segmented } from '@/ui/segmented'
import { Select } from '@/ui/select'
import { Skeleton } from '@/ui/skeleton'

/** More metrics than these do not stand beside each other. */
const inSight = 4

/** How what the opportunity is about did, day by day, and what was changed meanwhile. */
export function DetailTrend({ insight }: { insight: Insight }) {
  const { days, loading, error, reload } = useInsightDays(insight.id)
  return (
    <SheetSection title="Day by day">
      {loading && (
        <div role="status" aria-label="Loading the days">
          <Skeleton className="h-59" />
        </div>
      )}
      {error && <LoadError error={error} onRetry={reload} />}
      {days && <Trend days={days} window={windowOf(insight)} />}
    </SheetSection>
  )
}

type TrendProps = { days: Schemas['InsightDays']; window: ReturnType<typeof windowOf> }

function Trend({ days: { metrics, days, changes }, window }: TrendProps) {
  const [chosen, setChosen] = useState('')
  const known = metrics.filter((metric) => days.some((day) => typeof day.values[metric.name] === 'number'))
  const metric = known.find((one) => one.name === chosen) ?? known[0]
  if (!metric) {
    return <p className="text-pretty text-ink-2">No source counts this by the day yet.</p>
  }
  const values = days.map((day) => day.values[metric.name] ?? null)
  const missing = values.filter((value) => value === null).length
  const options = known.map((one) => ({ value: one.name, label: one.title }))
  const choice = { label: 'Figure', value: metric.name, options, onChange: setChosen }
  const notes = [
    window && 'Shaded: the days that the evidence is of',
    metric.better === 'down' && metric.unit === 'position' && 'higher is better',
    missing > 0 && `${num(missing)} of ${num(days.length)} days have no figure`,
    changes.length > 0 && 'dots mark changes',
  ].filter(Boolean)
  return (
    <>
      {known.length > 1 && (
        <div className="mb-3">
          {known.length > inSight ? <Select {...choice} className="w-56" /> : <Segmented {...choice} />}
        </div>
      )}
      <LineChart
        key={metric.name}
        name={metric.title}
        days={days.map((day) => day.day)}
        values={values}
        text={(value) => metricText(metric, value)}
        tick={(value) => metricTick(metric, value)}
        lowIsBest={metric.unit === 'position'}
        whole={metric.unit === 'count'}
        shaded={window}
        marks={changes}
      />
      {notes.length > 0 && <p className="mt-2 text-xs text-pretty text-ink-3">{notes.join(' · ')}</p>}
    </>
  )
}
