import { useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import { useEvidence, type Insight } from '@/api/insights'
import { isMethodField, probability } from '@/lib/evidence'
import { num, price } from '@/lib/format'
import { amountOf } from '@/lib/insight'
import { ruleAddress } from '@/lib/rule-address'
import { Fields } from './detail-evidence'

/** Fields that the sentences below say in words. */
const inWords = /^(probability|clicks(Low|Mid|High)$|clickValue)/

/** How the value and the confidence were calculated, for those who check: closed until asked for. */
export function DetailMethod({ insight }: { insight: Insight }) {
  const [open, setOpen] = useState(false)
  const names = Object.keys(insight.evidence).filter((name) => isMethodField(name) && !inWords.test(name))
  return (
    <details
      className="border-t border-line px-5 py-5 md:px-6"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="w-fit cursor-pointer rounded-sm text-base font-semibold">How we know</summary>
      <div className="mt-3">
        <Calculation insight={insight} />
        {names.length > 0 && <Fields insight={insight} names={names} />}
        <Link href={ruleAddress(insight.type)} className="text-accent-ink hover:underline">
          How we find this
        </Link>
        {open && <Query id={insight.id} />}
      </div>
    </details>
  )
}

/** The arithmetic behind the figures, in words. */
function Calculation({ insight: { value, evidence, confidence } }: { insight: Insight }) {
  const real = figure(evidence['probabilityReal'])
  const fix = figure(evidence['probabilityFix'])
  const clicks = figure(evidence['clicksMid'])
  const each = figure(evidence['clickValue'])
  const source = evidence['clickValueSource']
  const facts: [name: string, text: ReactNode][] = []
  if (value?.unit === 'currency' && clicks !== null && each !== null) {
    facts.push([
      'Value',
      `${num(Math.round(clicks))} extra clicks × ${price(each, value.currency ?? 'USD')} a click${typeof source === 'string' ? ` (${source})` : ''}`,
    ])
  }
  if (real !== null && fix !== null) {
    facts.push([
      'Confidence',
      `${confidence}%: the problem is real (${probability(real)}) and the fix works (${probability(fix)})`,
    ])
  }
  if (value) {
    facts.push([
      'Expected value',
      `${amountOf(value, (value.mid * confidence) / 100)} a month (used for ranking)`,
    ])
  }
  if (facts.length === 0) return null
  return (
    <dl className="mb-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5">
      {facts.map(([name, text]) => (
        <div key={name} className="contents">
          <dt className="text-ink-3">{name}</dt>
          <dd className="num text-pretty">{text}</dd>
        </div>
      ))}
    </dl>
  )
}

const figure = (value: unknown) => (typeof value === 'number' ? value : null)

/** The query that found the evidence. */
function Query({ id }: { id: string }) {
  const { evidence } = useEvidence(id)
  if (!evidence) return null
  return (
    <>
      <Code label="SQL" text={evidence.sql} />
      <Code label="Parameters" text={JSON.stringify(evidence.parameters, null, 2)} />
    </>
  )
}

const Code = ({ label, text }: { label: string; text: string }) => (
  <section aria-label={label} className="mt-2">
    <h4 className="text-xs text-ink-3">{label}</h4>
    {/* Scrollable content must be reachable by keyboard. */}
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
    <pre tabIndex={0} className="mt-1 max-h-72 overflow-auto rounded-md bg-sunken p-3 font-mono text-xs">
      {text}
    </pre>
  </section>
)
