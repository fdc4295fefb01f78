import { useState } from 'react'
import { useInsightDays, type Insight } from '@/api/insights'
import type { Schemas } from '@/api/core/client'
import { calendarDay, num } from '@/lib/format'
import { windowOf } from '@/lib/insight'
import { metricText, metricTick, weeklyMeans } from '@/lib/metric'
import { SheetSection } from '@/ui/overlays/sheet'
import { LineChart } from '@/ui/charts/line-chart'
import { LoadError } from '@/ui/load-error'
import { Segmented } from '@/ui/forms/segmented'
import { Select } from '@/ui/forms/select'
import { Skeleton } from '@/ui/skeleton'

/** The most letters to offer as buttons, which fit on a phone; longer choices become a select. */
const maxLetters = 36

/** Up to this many days are shown daily; longer spans are smoothed by weekly means. */
const maxDailyDays = 120

/** Types that compare with the previous year. */
const comparesYears = new Set(['content_decay'])

/** The daily metrics of the opportunity's subject, with the changes of that time. */
export function DetailTrend({ insight }: { insight: Insight }) {
  const { days, loading, error, reload } = useInsightDays(insight.id)
  return (
    <SheetSection title="Trend">
      {loading && (
        <div role="status" aria-label="Loading the trend">
          <Skeleton className="h-72" />
        </div>
      )}
      {error && <LoadError error={error} onRetry={reload} />}
      {days && <Trend days={days} insight={insight} />}
    </SheetSection>
  )
}

function Trend({ days: data, insight }: { days: Schemas['InsightDays']; insight: Insight }) {
  const [chosen, setChosen] = useState('')
  const [span, setSpan] = useState(comparesYears.has(insight.type) ? 'all' : 'recent')
  const { metrics, changes } = data
  const metricsWithData = metrics.filter((metric) =>
    data.days.some((day) => typeof day.values[metric.name] === 'number'),
  )
  const metric = metricsWithData.find((item) => item.name === chosen) ?? metricsWithData[0]
  if (!metric) {
    return <p className="text-pretty text-ink-2">No daily data yet.</p>
  }
  const window = windowOf(insight)
  const all = span === 'all' && data.days.length > maxDailyDays
  const days = all ? data.days : data.days.slice(-maxDailyDays)
  const daily = days.map((day) => day.values[metric.name] ?? null)
  const newest = daily.findLastIndex((value) => value !== null)
  const missing = daily.slice(0, newest).filter((value) => value === null).length
  const measured = daily.filter((value) => value !== null).length
  const options = metricsWithData.map((item) => ({ value: item.name, label: item.title }))
  const choice = { label: 'Figure', value: metric.name, options, onChange: setChosen }
  const notes = [
    all && '7-day average',
    window && 'shaded: analysis period',
    metric.unit === 'position' && 'higher is better',
    missing > 0 && `${num(missing)} of ${num(days.length)} days without data`,
    newest >= 0 && newest < days.length - 1 && `no data after ${calendarDay(days[newest]!.day)}`,
    changes.length > 0 && 'dots: changes',
  ].filter((note) => note !== false && note !== undefined)
  return (
    <>
      <div className="mb-3 flex flex-wrap gap-2 *:min-w-0 *:flex-auto">
        {metricsWithData.length > 1 &&
          (options.map(({ label }) => label).join('').length > maxLetters ? (
            <Select {...choice} className="basis-40" />
          ) : (
            <Segmented {...choice} />
          ))}
        {data.days.length > maxDailyDays && (
          <Segmented
            label="Days"
            value={span}
            options={[
              { value: 'recent', label: `Last ${num(maxDailyDays)} days` },
              { value: 'all', label: `All ${num(data.days.length)} days` },
            ]}
            onChange={setSpan}
          />
        )}
      </div>
      {measured > 1 ? (
        <>
          <LineChart
            key={`${metric.name} ${all}`}
            name={metric.title}
            days={days.map((day) => day.day)}
            values={all ? weeklyMeans(daily) : daily}
            text={(value) => metricText(metric, value)}
            tick={(value) => metricTick(metric, value)}
            lowIsBest={metric.unit === 'position'}
            whole={metric.unit === 'count'}
            shaded={window}
            marks={changes}
          />
          <p className="mt-2 text-xs text-pretty text-ink-3">{sentenceCase(notes.join(' · '))}</p>
        </>
      ) : (
        <p className="text-pretty text-ink-2">
          {newest === -1
            ? 'No data in this period.'
            : `${metricText(metric, daily[newest] ?? 0)} on ${calendarDay(days[newest]!.day)} (first measurement)`}
        </p>
      )}
    </>
  )
}

const sentenceCase = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
