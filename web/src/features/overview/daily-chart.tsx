import { Link } from 'wouter'
import { useIntegrations } from '@/api/integrations'
import { useChangesIn, type SiteChange } from '@/api/changes'
import type { Site } from '@/api/sites'
import { marksOf } from '@/lib/changes'
import { calendarDay, calendarSpan, joinAnd, num } from '@/lib/format'
import { isDaily, providerName } from '@/lib/integration'
import { metricText, metricTick, weeklyMeans } from '@/lib/metric'
import { LineChart } from '@/ui/charts/line-chart'
import { Sparkline } from '@/ui/charts/sparkline'
import { LoadError } from '@/ui/load-error'
import { Select } from '@/ui/forms/select'
import { Skeleton } from '@/ui/skeleton'
import { currencyOf, dailyMetrics, type DailyMetric } from './daily-metrics'
import { useDailyView, type DailyView } from './use-daily-view'
import type { OverviewPeriod } from './use-overview-period'

const height = 144

/** A sparkline of a metric over the chosen days; nothing if too few of them have data. */
export function Trend({
  period: { days },
  name,
  on,
}: {
  period: OverviewPeriod
  name: DailyMetric['name']
  on: boolean
}) {
  const values = days?.map((day) => day[name]) ?? []
  if (values.filter((value) => value !== null).length < 7) return null
  return (
    <Sparkline data={values} color={on ? 'var(--color-c1)' : 'var(--color-ink-3)'} className="h-8 w-full" />
  )
}

/** One daily metric of the site, compared with other days, with the changes of that time. */
export function DailyChart({ site, period }: { site: Site; period: OverviewPeriod }) {
  const view = useDailyView(period)
  const changes = useChangesIn(site.id, period.window)
  if (period.empty) return <NothingRead site={site} />
  const hasData = view.days?.some((day) => day[view.metric.name] !== null)
  return (
    <section aria-label="Day by day" className="@container px-4 pt-2.5 pb-2.5 md:border-t md:border-line">
      <div className="mb-1 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Select
          label="Figure"
          value={view.metric.name as string}
          options={dailyMetrics.map(({ name, title }) => ({ value: name as string, label: title }))}
          onChange={(name) => view.set({ metric: name })}
          className="w-44"
        />
        {!view.error && view.days && hasData && <Legend view={view} days={view.days} />}
      </div>
      {view.error ? (
        <LoadError error={view.error} onRetry={() => void view.reload()} />
      ) : !view.days ? (
        <Skeleton className="h-36" />
      ) : hasData ? (
        <Chart view={view} days={view.days} changes={changes ?? []} />
      ) : (
        <p className="py-8 text-center text-pretty text-ink-2">
          {view.metric.title}: {providerName(view.metric.provider)} has no data for these days.{' '}
          <Link href="/settings?tab=integrations" className="text-accent-ink underline">
            Check the connection
          </Link>
        </p>
      )}
    </section>
  )
}

type Days = NonNullable<DailyView['days']>

/** The metric on the days before, as far as any of them has data. */
function comparedValues({ metric, before }: DailyView, days: Days) {
  const previous = before?.map((day) => day[metric.name])
  return previous?.some((value) => value !== null) ? previous.slice(0, days.length) : undefined
}

/** What the lines are, where they come from, and what is missing of them. */
function Legend({ view, days }: { view: DailyView; days: Days }) {
  const { metric, before, missingDays } = view
  const comparedDays = view.compared && calendarSpan(view.compared)
  const compared = comparedValues(view, days)
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-ink-3">
      <Key className="border-c1">{metric.title}</Key>
      {compared && <Key className="border-dashed border-c-prev">{`vs ${comparedDays}`}</Key>}
      <span>{source(view, days)}</span>
      {view.weekly && <span>7-day average</span>}
      {before && !compared && <span>No data for {comparedDays}</span>}
      {missingDays > 0 && (
        <span>{missingDays === 1 ? 'latest day' : `${num(missingDays)} days`} incomplete</span>
      )}
    </p>
  )
}

type ChartProps = { view: DailyView; days: Days; changes: readonly SiteChange[] }

function Chart({ view, days, changes }: ChartProps) {
  const { metric } = view
  const values = days.map((day) => day[metric.name])
  const currency = currencyOf(metric, days)
  const unit = { unit: metric.unit, ...(currency && { currency }) }
  return (
    <LineChart
      name={metric.title}
      days={days.map(({ day }) => day)}
      values={view.weekly ? weeklyMeans(values) : values}
      previous={comparedValues(view, days)}
      previousName={(view.compared && calendarSpan(view.compared)) ?? ''}
      text={(value) => metricText(unit, value)}
      tick={(value) => metricTick(unit, value)}
      lowIsBest={metric.name === 'position'}
      whole={metric.unit === 'count'}
      marks={marksOf(changes)}
      height={height}
    />
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
    <p className="px-4 py-3 md:border-t md:border-line text-pretty text-ink-2">
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
