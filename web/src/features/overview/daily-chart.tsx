import { Link } from 'wouter'
import { useIntegrations } from '@/api/integrations'
import { useSiteChanges } from '@/api/changes'
import type { Site } from '@/api/sites'
import { marksOf } from '@/lib/changes'
import { calendarDay, joinAnd, num } from '@/lib/format'
import { isDaily, providerName } from '@/lib/integration'
import { metricText, metricTick, weeklyMeans } from '@/lib/metric'
import { Checkbox } from '@/ui/forms/checkbox'
import { LineChart } from '@/ui/charts/line-chart'
import { Sparkline } from '@/ui/charts/sparkline'
import { LoadError } from '@/ui/load-error'
import { DayFields } from '@/tables/period/day-fields'
import { customRange } from '@/tables/period/period'
import { Segmented } from '@/ui/forms/segmented'
import { Select } from '@/ui/forms/select'
import { Skeleton } from '@/ui/skeleton'
import { currencyOf, dailyMetrics, type DailyMetric } from './daily-metrics'
import { ranges, useDailyView, useRecentDays, type DailyView } from './use-daily-view'

const height = 240

/** A sparkline of a metric over the last 28 days; nothing if too few of them have data. */
export function Trend({ siteId, name, on }: { siteId: string; name: DailyMetric['name']; on: boolean }) {
  const { days } = useRecentDays(siteId)
  const values = days?.map((day) => day[name]) ?? []
  if (values.filter((value) => value !== null).length < 7) return null
  return (
    <Sparkline data={values} color={on ? 'var(--color-c1)' : 'var(--color-ink-3)'} className="h-8 w-full" />
  )
}

/** One daily metric of the site, compared with the previous year, with the changes of that time. */
export function DailyChart({ site }: { site: Site }) {
  const view = useDailyView(site.id)
  if (view.empty) return <NothingRead site={site} />
  return (
    <section aria-label="Day by day" className="@container border-t border-line px-4 pt-3.5 pb-4">
      <Controls view={view} />
      {view.error ? (
        <LoadError error={view.error} onRetry={() => void view.reload()} />
      ) : view.days ? (
        <Chart site={site} view={view} days={view.days} />
      ) : (
        <Skeleton className="h-60" />
      )}
    </section>
  )
}

function Controls({ view: { metric, range, compare, canCompare, window, newest, set } }: { view: DailyView }) {
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
      <Select
        label="Figure"
        value={metric.name as string}
        options={dailyMetrics.map(({ name, title }) => ({ value: name as string, label: title }))}
        onChange={(name) => set({ metric: name })}
        className="flex-1 @md:w-48 @md:flex-none"
      />
      {canCompare && (
        <Checkbox
          checked={compare}
          onChange={(on) => set({ compare: on ? 'year' : 'none' })}
          className="min-h-8! rounded-md px-2! py-0!"
        >
          Last year
        </Checkbox>
      )}
      <div className="w-full @md:ml-auto @md:w-auto">
        <Segmented
          label="Days"
          value={range}
          options={[
            ...ranges.map(({ value, label }) => ({ value: value as string, label })),
            { value: customRange, label: 'Custom' },
          ]}
          // Custom dates start with the days on screen.
          onChange={(days) =>
            set({ days, ...(days === customRange && window ? window : { from: '', to: '' }) })
          }
        />
      </div>
      {range === customRange && window && <DayFields days={window} max={newest} onChange={set} />}
    </div>
  )
}

function Chart({ site, view, days }: { site: Site; view: DailyView; days: NonNullable<DailyView['days']> }) {
  const { metric, window, before, missingDays } = view
  const { changes } = useSiteChanges(window ? site.id : null, window || {})
  const values = days.map((day) => day[metric.name])
  const previous = before?.map((day) => day[metric.name])
  if (values.every((value) => value === null)) {
    return (
      <p className="py-8 text-center text-pretty text-ink-2">
        {metric.title}: {providerName(metric.provider)} has no data for these days.{' '}
        <Link href="/settings?tab=integrations" className="text-accent-ink underline">
          Check the connection
        </Link>
      </p>
    )
  }
  const currency = currencyOf(metric, days)
  const unit = { unit: metric.unit, ...(currency && { currency }) }
  const compared = previous?.some((value) => value !== null) ? previous.slice(0, values.length) : undefined
  return (
    <>
      <LineChart
        name={metric.title}
        days={days.map(({ day }) => day)}
        values={view.weekly ? weeklyMeans(values) : values}
        previous={compared}
        previousName="Last year"
        text={(value) => metricText(unit, value)}
        tick={(value) => metricTick(unit, value)}
        lowIsBest={metric.name === 'position'}
        whole={metric.unit === 'count'}
        marks={changes && marksOf(changes)}
        height={height}
      />
      <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-ink-3">
        <Key className="border-c1">{metric.title}</Key>
        {compared && <Key className="border-dashed border-c-prev">Same weekday last year</Key>}
        <span>{source(view, days)}</span>
        {view.weekly && <span>7-day average</span>}
        {view.compare && view.canCompare && before && !compared && <span>No data from last year</span>}
        {missingDays > 0 && (
          <span>{missingDays === 1 ? 'latest day' : `${num(missingDays)} days`} incomplete</span>
        )}
      </p>
    </>
  )
}

const Key = ({ className, children }: { className: string; children: string }) => (
  <span className="inline-flex items-center gap-1.5">
    <i className={`w-3.5 border-t-2 ${className}`} />
    {children}
  </span>
)

const source = ({ metric }: DailyView, days: NonNullable<DailyView['days']>) =>
  `${providerName(metric.provider)}, data through ${calendarDay(days.at(-1)!.day)}`

/** Shown before the first day of data: what the chart will show, and what it needs. */
function NothingRead({ site }: { site: Site }) {
  const { integrations } = useIntegrations({ siteId: site.id })
  if (!integrations) return null
  const reading = integrations.filter(({ provider, status }) => isDaily(provider) && status === 'connected')
  return (
    <p className="border-t border-line px-4 py-3 text-pretty text-ink-2">
      {reading.length > 0 ? (
        `${joinAnd(reading.map((item) => providerName(item.provider)))} ${reading.length === 1 ? 'is' : 'are'} syncing. The first days appear here shortly.`
      ) : (
        <>
          Connect a source to see sessions, sales, ad spend and clicks by day.{' '}
          <Link href="/settings?tab=integrations" className="text-accent-ink underline">
            Connect one
          </Link>
        </>
      )}
    </p>
  )
}
