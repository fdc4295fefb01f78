import type { ReactNode } from 'react'
import type { Insight } from '@/api/insights'
import { num, price, share } from '@/lib/format'
import { amountOf, valueRange, valueUnknownReason } from '@/lib/insight'
import { RangeBars } from '@/ui/charts/range-bars'

/** The value of an opportunity, its range and its basis. */
export function DetailValue({ insight }: { insight: Insight }) {
  const { value } = insight
  return (
    <section aria-label="Worth, if fixed" className="mt-3 rounded-lg bg-sunken px-3.5 py-3">
      <h3 className="text-xs text-ink-2">Worth, if fixed</h3>
      {value ? (
        <>
          <p className="num mt-0.5 text-lg font-semibold text-good-ink">
            {valueRange(value)} <span className="text-xs font-normal text-ink-3">per month</span>
          </p>
          {value.low < value.high && (
            <>
              <div className="mt-1">
                <RangeBars bars={[{ ...value, name: 'Worth', tone: 'good' }]} />
              </div>
              <p className="num text-xs text-ink-3">Most likely {amountOf(value, value.mid)}</p>
            </>
          )}
        </>
      ) : (
        <p className="mt-0.5">
          <b className="font-semibold">Worth unknown.</b>{' '}
          <span className="text-ink-2">{valueUnknownReason}</span>
        </p>
      )}
      <Basis insight={insight} />
    </section>
  )
}

/** The basis of the figures above, in words. */
function Basis({ insight: { value, evidence, confidence } }: { insight: Insight }) {
  const real = figure(evidence['probabilityReal'])
  const fix = figure(evidence['probabilityFix'])
  const clicks = figure(evidence['clicksMid'])
  const each = figure(evidence['clickValue'])
  const source = evidence['clickValueSource']
  const facts: [name: string, text: ReactNode][] = []
  if (value?.unit === 'currency' && clicks !== null && each !== null) {
    facts.push([
      'Rests on',
      `${num(Math.round(clicks))} more clicks × ${price(each, value.currency ?? 'USD')} each${typeof source === 'string' ? `. ${source}.` : '.'}`,
    ])
  }
  if (real !== null && fix !== null) {
    facts.push([
      'Confidence',
      `${share(real)} that the problem is real × ${share(fix)} that the fix works = ${confidence}%.`,
    ])
  }
  if (value) {
    facts.push([
      'Expected',
      `${amountOf(value, value.mid)} × ${confidence}% = ${amountOf(value, (value.mid * confidence) / 100)} a month. That is what ranks it.`,
    ])
  }
  if (facts.length === 0) return null
  return (
    <dl className="mt-2.5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 border-t border-line pt-2.5 text-xs">
      {facts.map(([name, text]) => (
        <div key={name} className="contents">
          <dt className="text-ink-3">{name}</dt>
          <dd className="num text-pretty text-ink-2">{text}</dd>
        </div>
      ))}
    </dl>
  )
}

const figure = (value: unknown) => (typeof value === 'number' ? value : null)
