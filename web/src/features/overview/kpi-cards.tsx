import { Suspense, type ReactNode } from 'react'
import { useIntegrations } from '@/api/integrations'
import { useKPIs, type KPIs } from '@/api/kpis'
import { useSelectedSite, useSiteQuery } from '@/api/selected-site'
import { cx } from '@/lib/cx'
import { calendarSpan, countText, money, num } from '@/lib/format'
import { useUrlState } from '@/lib/use-url-state'
import { lazyPart } from '@/lib/parts/lazy-part'
import { Delta } from '@/ui/badges/delta'
import { LoadError } from '@/ui/load-error'
import { Skeleton } from '@/ui/skeleton'
import type { DailyMetric } from './daily-metrics'
import type { OverviewPeriod } from './use-overview-period'

// Charts have their own chunk and come after the figures.
const Trend = lazyPart(async () => ({ default: (await import('./daily-chart')).Trend }))

/** The id of what holds the chart. */
export const chartId = 'daily'

type Figure = {
  label: string
  /** The formatted figure; null is unknown. */
  text: (kpis: KPIs) => string | null
  change: (kpis: KPIs) => number | null
  /** Which direction is good: more spend and slower pages are not. */
  goodWhen: 'up' | 'down'
  /** Its daily metric, where there is one. */
  daily?: DailyMetric['name']
  /** What its days are missing of, where it counts by the day. */
  counts?: keyof Period['missingDays']
}

type Period = NonNullable<KPIs['period']>

const orUnknown = (value: number | null, text: (n: number) => string) => (value === null ? null : text(value))

const figures: readonly [Figure, ...Figure[]] = [
  {
    label: 'Sessions',
    text: (k) => orUnknown(k.totalSessions, num),
    change: (k) => k.sessionsChange,
    goodWhen: 'up',
    daily: 'sessions',
    counts: 'sessions',
  },
  {
    label: 'Conversion rate',
    text: (k) => orUnknown(k.conversionRate, (n) => `${num(n)}%`),
    change: (k) => k.conversionChange,
    goodWhen: 'up',
    daily: 'conversionRate',
    counts: 'sessions',
  },
  {
    label: 'Ad spend',
    text: (k) => orUnknown(k.adSpend, (n) => (k.currency === null ? num(n) : money(n, k.currency))),
    change: (k) => k.adSpendChange,
    goodWhen: 'down',
    daily: 'adSpend',
    counts: 'adSpend',
  },
  {
    label: 'Average page speed',
    text: (k) => orUnknown(k.avgPageSpeed, (n) => `${num(n)} s`),
    change: (k) => k.pageSpeedChange,
    goodWhen: 'down',
  },
]

/** The key figures of the chosen days. */
export function useFigures(period: OverviewPeriod) {
  const query = useSiteQuery()
  const { kpis, error, reload } = useKPIs(query && period.query)
  const { integrations } = useIntegrations(query)
  const hasSource = integrations?.some(({ status }) => status !== 'disconnected') ?? true
  // Without a source, four empty tiles say nothing.
  return { kpis, error, reload, none: kpis && !hasSource && figures.every(({ text }) => text(kpis) === null) }
}

type KpiCardsProps = {
  period: OverviewPeriod
  figures: ReturnType<typeof useFigures>
  /** Without sparklines, as the chart of the chosen figure is further down. */
  compact: boolean
  children: ReactNode
}

/**
 * The four key figures with their change, and below them what belongs to them. An unknown figure says so and
 * is never shown as 0.
 */
export function KpiCards({ period, figures: { kpis, error, reload }, compact, children }: KpiCardsProps) {
  const { site } = useSelectedSite()
  const [{ metric }, set] = useUrlState({ metric: figures[0].daily as string })
  if (error)
    return (
      <section className="card">
        <LoadError error={error} onRetry={reload} />
      </section>
    )
  return (
    <div className="@container card overflow-hidden">
      <section aria-label="Key figures" aria-busy={!kpis}>
        <dl className="grid grid-cols-2 gap-px bg-line @4xl:grid-cols-4">
          {figures.map((figure) => {
            const { label, daily } = figure
            // Only a figure with daily data can be the chart's metric.
            const chosen = daily === metric && kpis !== undefined && figure.text(kpis) !== null
            return (
              <div
                key={label}
                className={cx('relative flex flex-col bg-surface px-4 pt-3 pb-2.5', daily && 'hover:bg-sunken')}
              >
                <dt className="text-xs font-medium text-ink-2">{label}</dt>
                {kpis ? (
                  <FigureValue figure={figure} kpis={kpis} period={period} compact={compact} />
                ) : (
                  <dd className="mt-1.5">
                    <Skeleton className="h-8 w-28" />
                  </dd>
                )}
                {site && daily && kpis && figure.text(kpis) !== null && (
                  <dd className={cx('mt-auto', !compact && 'pt-2')}>
                    {chosen && !compact && (
                      <i aria-hidden="true" className="absolute inset-x-0 top-0 h-0.5 bg-accent" />
                    )}
                    {!compact && (
                      <span className="block h-8">
                        <Suspense fallback={null}>
                          <Trend period={period} name={daily} on={chosen} />
                        </Suspense>
                      </span>
                    )}
                    <button
                      type="button"
                      aria-pressed={chosen}
                      aria-label={`Show ${label} day by day`}
                      onClick={() => {
                        set({ metric: daily })
                        if (compact) document.getElementById(chartId)?.scrollIntoView({ block: 'center' })
                      }}
                      className="absolute inset-0 focus-visible:-outline-offset-2"
                    />
                  </dd>
                )}
              </div>
            )
          })}
        </dl>
      </section>
      {children}
    </div>
  )
}

type FigureValueProps = { figure: Figure; kpis: KPIs; period: OverviewPeriod; compact: boolean }

function FigureValue({ figure, kpis, period: chosen, compact }: FigureValueProps) {
  const { text, change, goodWhen, counts } = figure
  const { period } = kpis
  const shown = text(kpis)
  const changed = change(kpis)
  if (shown === null) {
    return (
      <dd className="mt-1">
        <span className="block text-2xl font-semibold text-ink-3">—</span>
        <span className="mt-0.5 block text-xs text-ink-3">
          {period ? 'Not enough data for these days' : 'No data yet'}
        </span>
      </dd>
    )
  }
  const other = comparedName(period)
  const missing = period && counts && missingText(period, counts, changed !== null)
  return (
    <dd className="mt-1 flex flex-wrap items-baseline gap-x-2">
      <span className={cx('num font-semibold', compact ? 'text-xl' : 'text-2xl')}>{shown}</span>
      {chosen.compare !== 'none' && (
        <span className="flex flex-wrap items-center gap-x-1.5 text-xs text-ink-3">
          {changed === null ? (
            'No earlier data'
          ) : (
            <>
              <Delta value={changed / 100} goodWhen={goodWhen} />
              {/* The date picker says it once for all four. */}
              <span className={cx(!chosen.empty && 'sr-only')}>{`vs ${other}`}</span>
            </>
          )}
        </span>
      )}
      {missing && <span className="w-full text-xs text-warn-ink">{missing}</span>}
    </dd>
  )
}

/** Without a period each source has its own last 28 days. */
const comparedName = (period: Period | undefined) =>
  period?.comparedFrom && period.comparedTo
    ? calendarSpan({ from: period.comparedFrom, to: period.comparedTo })
    : 'previous 28 days'

/** What of the days did not come, so that the sum is an estimate; nothing if all did. */
function missingText(period: Period, counts: keyof Period['missingDays'], compared: boolean) {
  const now = period.missingDays[counts]
  const before = compared ? period.comparedMissingDays[counts] : 0
  if (now > 0) return `Estimated: ${countText(now, 'day')} missing`
  return before > 0 && `Comparison estimated: ${countText(before, 'day')} missing`
}
