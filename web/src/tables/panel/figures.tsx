import type { Drilldown } from '@/api/drilldown'
import { cx } from '@/lib/cx'
import { tenths } from '@/lib/format'
import { metricText, type Metric } from '@/lib/metric'
import { Delta } from '@/ui/badges/delta'

/** The figures of the period, with their change since the comparison. */
export const Figures = ({ drilldown: { metrics, now, past, targetCpa } }: { drilldown: Drilldown }) => (
  <dl
    className={cx(
      'grid grid-cols-2 gap-px border-y border-line bg-line',
      metrics.length !== 4 && 'sm:grid-cols-3',
    )}
  >
    {metrics.map((metric) => {
      const value = now[metric.name] ?? null
      const before = past[metric.name] ?? null
      return (
        <div key={metric.name} className="bg-surface px-5 py-3 md:px-6">
          <dt className="text-xs text-ink-3">{metric.title}</dt>
          <dd className="num mt-0.5 text-lg font-semibold">
            {value === null ? '–' : metricText(metric, value)}
          </dd>
          <dd className="text-xs text-ink-3">
            {value !== null && before !== null && <Change metric={metric} value={value} before={before} />}
          </dd>
          {metric.name === 'cpa' && targetCpa !== null && (
            <dd className="num text-xs text-ink-3">Target {metricText(metric, targetCpa)}</dd>
          )}
        </div>
      )
    })}
    {/* Fills the last row: of two on a phone, of three elsewhere. */}
    <div
      className={cx(
        'bg-surface only:hidden',
        metrics.length % 2 === 0 && 'max-sm:hidden',
        (metrics.length % 3 === 0 || metrics.length === 4) && 'sm:hidden',
        metrics.length % 3 === 1 && 'sm:col-span-2',
      )}
    />
  </dl>
)

/** Spending more is neither good nor bad by itself. */
const plain = new Set(['spend', 'impressions'])

function Change({ metric, value, before }: { metric: Metric; value: number; before: number }) {
  const goodWhen = plain.has(metric.name) ? 'none' : metric.better
  const was = <span className="num">was {metricText(metric, before)}</span>
  if (metric.unit === 'position') {
    const gained = Math.round((before - value) * 10) / 10
    return (
      <>
        {gained !== 0 && <Delta value={gained} text={tenths(Math.abs(gained))} />} {was}
      </>
    )
  }
  if (before === 0) return was
  return (
    <>
      <Delta value={value / before - 1} goodWhen={goodWhen} /> {was}
    </>
  )
}
