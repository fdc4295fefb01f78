import { useState } from 'react'
import { useInsightDays, type Insight, type Outcome } from '@/api/insights'
import type { Schemas } from '@/api/core/client'
import { day, num } from '@/lib/format'
import { amountOf } from '@/lib/insight'
import { Badge } from '@/ui/badges/badge'
import { SheetSection } from '@/ui/overlays/sheet'
import { Meter } from '@/ui/meter'
import { RangeBars } from '@/ui/charts/range-bars'

/**
 * The outcome of a fix: still measuring, the measured gain beside the forecast, or why it cannot be measured.
 */
export function DetailOutcome({ insight, outcome }: { insight: Insight; outcome: Outcome }) {
  return (
    <SheetSection title="Outcome" aside={`Fixed on ${day(outcome.fixedAt)}`}>
      {outcome.status === 'waiting' && <Waiting insight={insight} outcome={outcome} />}
      {outcome.status === 'measured' && <Measured outcome={outcome} />}
      {outcome.status === 'unknown' && (
        <p className="text-pretty text-ink-2">
          <b className="font-semibold text-ink">The result can’t be measured.</b> {outcome.reason}
        </p>
      )}
    </SheetSection>
  )
}

function Waiting({ insight, outcome: { fixedAt, dueAt, forecast } }: { insight: Insight; outcome: Outcome }) {
  const [now] = useState(() => Date.now())
  const { days: counted } = useInsightDays(insight.id)
  if (counted && !hasData(counted)) {
    return (
      <p className="text-pretty text-ink-2">
        <b className="font-semibold text-ink">
          No source has daily data for this, so the effect can’t be measured.
        </b>{' '}
        Connect a source before {day(dueAt)}: earlier days are imported too.
      </p>
    )
  }
  const [from, to] = [new Date(fixedAt).getTime(), new Date(dueAt).getTime()]
  const daysPassed = Math.max(0, Math.min(1, (now - from) / Math.max(1, to - from)))
  return (
    <>
      <p className="mb-2 text-pretty text-ink-2">
        Result expected on <b className="font-semibold text-ink">{day(dueAt)}</b>.
        {forecast && ` Forecast: ${amountOf(forecast, forecast.mid)} a month.`}
      </p>
      <Meter label="Time until measurement" percent={Math.round(daysPassed * 100)} />
    </>
  )
}

/** Whether any metric has a value on any day. */
const hasData = ({ metrics, days }: Schemas['InsightDays']) =>
  metrics.some(({ name }) => days.some(({ values }) => typeof values[name] === 'number'))

const verdicts = {
  worked: { tone: 'good', text: 'It worked' },
  failed: { tone: 'bad', text: 'It did not work' },
  open: { tone: 'neutral', text: 'Too early to tell' },
} as const

function Measured({ outcome }: { outcome: Outcome }) {
  const { gain, forecast, worked, controls, measuredAt, reason } = outcome
  const verdict = verdicts[worked === null ? 'open' : worked ? 'worked' : 'failed']
  const comparable = gain && forecast && gain.unit === forecast.unit && gain.currency === forecast.currency
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={verdict.tone}>{verdict.text}</Badge>
        {gain && (
          <b className="num text-lg font-semibold">
            {signed(gain, gain.mid)} <span className="text-xs font-normal text-ink-3">per month</span>
          </b>
        )}
      </p>
      {reason && <p className="mt-1 text-pretty text-ink-2">{reason}</p>}
      {gain && (
        <div className="mt-3 rounded-lg bg-sunken px-3.5 py-3">
          <RangeBars
            bars={[
              ...(comparable ? [{ ...forecast, name: 'Forecast', tone: 'plain' as const }] : []),
              { ...gain, name: 'Measured', tone: gain.mid < 0 ? 'bad' : 'good' },
            ]}
          />
          <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-xs">
            {forecast && (
              <>
                <dt className="text-ink-3">Forecast</dt>
                <dd className="num text-ink-2">{rangeText(forecast)}</dd>
              </>
            )}
            <dt className="text-ink-3">Measured</dt>
            <dd className="num text-ink-2">{rangeText(gain)} (80% interval)</dd>
          </dl>
        </div>
      )}
      <p className="mt-2 text-xs text-pretty text-ink-3">
        Compared with {num(controls)} similar ones without changes
        {measuredAt && `, on ${day(measuredAt)}`}.
      </p>
    </>
  )
}

type Value = NonNullable<Outcome['gain']>

const signed = (value: Value, n: number) => (n > 0 ? '+' : '') + amountOf(value, n)

const rangeText = (value: Value) =>
  `${signed(value, value.mid)}, between ${signed(value, value.low)} and ${signed(value, value.high)}`
