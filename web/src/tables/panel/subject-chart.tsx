import { useState } from 'react'
import { useSiteChanges } from '@/api/changes'
import type { Drilldown } from '@/api/drilldown'
import type { Days } from '@/api/tables'
import { marksOf } from '@/lib/changes'
import { metricText, metricTick, weeklyMeans } from '@/lib/metric'
import { LineChart } from '@/ui/charts/line-chart'
import { Segmented } from '@/ui/forms/segmented'
import { Select } from '@/ui/forms/select'
import { SheetSection } from '@/ui/overlays/sheet'

/** The most metrics to offer as buttons; more become a select. */
const maxButtons = 4

/** Longer spans are smoothed by weekly means. */
const maxDailyDays = 120

/** One metric day by day, with the comparison and the changes of that time. */
export function SubjectChart({
  siteId,
  drilldown,
  window,
}: {
  siteId: string
  drilldown: Drilldown
  window: Days
}) {
  const [chosen, setChosen] = useState('')
  const { changes } = useSiteChanges(siteId, window)
  const { metrics, days, before } = drilldown
  const metric = metrics.find(({ name }) => name === chosen) ?? metrics[0]
  if (!metric) {
    return (
      <SheetSection title="Trend">
        <p className="text-ink-2">No data in this period.</p>
      </SheetSection>
    )
  }
  const weekly = days.length > maxDailyDays
  const valuesOf = (list: Drilldown['days']) => {
    const daily = list.map(({ values }) => values[metric.name] ?? null)
    return weekly ? weeklyMeans(daily) : daily
  }
  const values = valuesOf(days)
  const previous = valuesOf(before)
  const compared = previous.some((value) => value !== null)
  const options = metrics.map(({ name, title }) => ({ value: name, label: title }))
  const choice = { label: 'Figure', value: metric.name, options, onChange: setChosen }
  const empty = !compared && values.every((value) => value === null)
  return (
    <SheetSection title="Trend">
      <div className="@container mb-3">
        {metrics.length > maxButtons ? <Select {...choice} className="w-56" /> : <Segmented {...choice} />}
      </div>
      {empty ? (
        <p className="text-ink-2">No {metric.title.toLowerCase()} by day in this period.</p>
      ) : (
        <LineChart
          key={metric.name}
          name={metric.title}
          days={days.map(({ day }) => day)}
          values={values}
          previous={compared ? previous : undefined}
          previousName="Comparison"
          text={(value) => metricText({ unit: metric.unit, currency: metric.currency }, value)}
          tick={(value) => metricTick({ unit: metric.unit, currency: metric.currency }, value)}
          lowIsBest={metric.unit === 'position'}
          whole={metric.unit === 'count' && metric.name !== 'conversions'}
          marks={changes && marksOf(changes)}
        />
      )}
      <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-ink-3">
        {compared && (
          <span className="inline-flex items-center gap-1.5">
            <i className="w-3.5 border-t-2 border-dashed border-c-prev" />
            Comparison
          </span>
        )}
        {weekly && <span>7-day average</span>}
        {metric.unit === 'position' && <span>Higher is better</span>}
        {changes && changes.length > 0 && <span>Dots: changes</span>}
      </p>
    </SheetSection>
  )
}
