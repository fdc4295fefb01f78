import { useKPIs, type KPIs } from '@/api/kpis'
import { useSiteQuery } from '@/api/site-query'
import { money, num } from '@/lib/format'
import { Delta } from '@/ui/delta'
import { LoadError } from '@/ui/load-error'
import { Skeleton } from '@/ui/skeleton'

type Figure = {
  label: string
  /** The figure in words; null is unknown. */
  text: (kpis: KPIs) => string | null
  change: (kpis: KPIs) => number | null
  /** Which way is good: more spend and slower pages are not. */
  goodWhen: 'up' | 'down'
}

const known = (value: number | null, text: (n: number) => string) => (value === null ? null : text(value))

const figures: Figure[] = [
  {
    label: 'Sessions',
    text: (k) => known(k.totalSessions, num),
    change: (k) => k.sessionsChange,
    goodWhen: 'up',
  },
  {
    label: 'Conversion rate',
    text: (k) => known(k.conversionRate, (n) => `${num(n)}%`),
    change: (k) => k.conversionChange,
    goodWhen: 'up',
  },
  {
    label: 'Ad spend',
    text: (k) => known(k.adSpend, (n) => (k.currency === null ? num(n) : money(n, k.currency))),
    change: (k) => k.adSpendChange,
    goodWhen: 'down',
  },
  {
    label: 'Average page speed',
    text: (k) => known(k.avgPageSpeed, (n) => `${num(n)} s`),
    change: (k) => k.pageSpeedChange,
    goodWhen: 'down',
  },
]

/** The four key figures, each with its change versus last month. What is not known is said to be unknown, never 0. */
export function KpiCards() {
  const { kpis, error, reload } = useKPIs(useSiteQuery())
  if (error)
    return (
      <section className="card">
        <LoadError error={error} onRetry={reload} />
      </section>
    )
  return (
    <section aria-label="Key figures" aria-busy={!kpis} className="card overflow-hidden">
      <dl className="grid grid-cols-2 gap-px bg-line @4xl:grid-cols-4">
        {figures.map((figure) => (
          <div key={figure.label} className="bg-surface px-4 pt-3.5 pb-4">
            <dt className="text-xs font-medium text-ink-2">{figure.label}</dt>
            {kpis ? (
              <FigureValue text={figure.text(kpis)} change={figure.change(kpis)} goodWhen={figure.goodWhen} />
            ) : (
              <dd className="mt-1.5">
                <Skeleton className="h-12 w-28" />
              </dd>
            )}
          </div>
        ))}
      </dl>
    </section>
  )
}

type FigureValueProps = { text: string | null; change: number | null; goodWhen: 'up' | 'down' }

function FigureValue({ text, change, goodWhen }: FigureValueProps) {
  if (text === null) {
    return (
      <dd className="mt-1">
        <span className="block text-2xl font-semibold text-ink-3">Unknown</span>
        <span className="mt-0.5 block text-xs text-ink-3">No data yet</span>
      </dd>
    )
  }
  return (
    <dd className="mt-1">
      <span className="num block text-2xl font-semibold">{text}</span>
      <span className="mt-0.5 flex flex-wrap items-center gap-x-1.5 text-xs text-ink-3">
        {change === null ? 'No earlier month to compare' : <Delta value={change / 100} goodWhen={goodWhen} />}
        {change !== null && 'vs last month'}
      </span>
    </dd>
  )
}
