import type { ReactNode } from 'react'
import type { Insight } from '@/api/insights'
import { words } from '@/lib/format'
import {
  entityName,
  evidenceText,
  fieldName,
  kindOf,
  level,
  stepsOf,
  valueRange,
  valueUnknownReason,
} from '@/lib/insight'
import { Badge } from '@/ui/badge'
import { SheetSection, SheetTitle } from '@/ui/dialog'
import { ScoreBadge } from '@/ui/score-badge'
import { StatusBadge } from '@/ui/status-badge'
import { TypeIcon } from '@/ui/type-icon'
import { EvidenceRows } from './evidence-rows'

/** Everything known about one opportunity: what it is worth, what to do, and why we say so. */
export function DetailBody({ insight }: { insight: Insight }) {
  const steps = stepsOf(insight.instructions)
  const evidence = Object.entries(insight.evidence)
  const entity = entityName(insight)
  return (
    <>
      <div className="px-5 pt-5 pb-5 md:px-6">
        <div className="flex items-start gap-3">
          <div className="min-w-0 flex-1">
            <SheetTitle>{insight.title}</SheetTitle>
            <p className="mt-1 flex items-center gap-1.5 text-ink-2">
              <TypeIcon type={insight.type} small />
              {kindOf(insight.type)}
            </p>
          </div>
          <ScoreBadge score={insight.score} />
        </div>
        <div className="mt-3 flex flex-wrap items-center gap-1.5">
          <StatusBadge status={insight.status} />
          {insight.resolution && <Badge>{resolutions[insight.resolution] ?? words(insight.resolution)}</Badge>}
          {entity && <span className="min-w-0 text-xs wrap-anywhere text-ink-3">{entity}</span>}
        </div>
        <Figures insight={insight} />
        <Worth insight={insight} />
      </div>
      {insight.summary && (
        <SheetSection title="Summary">
          <p className="text-base text-pretty text-ink-2">{insight.summary}</p>
        </SheetSection>
      )}
      {steps.length > 0 && (
        <SheetSection title="Action Steps">
          <ol className="space-y-2.5">
            {steps.map((step, i) => (
              <li key={step} className="flex gap-3">
                <span
                  aria-hidden="true"
                  className="num mt-px flex size-5 shrink-0 items-center justify-center rounded-full bg-accent-soft text-2xs font-semibold text-accent-ink"
                >
                  {i + 1}
                </span>
                <span className="min-w-0 wrap-anywhere">{step}</span>
              </li>
            ))}
          </ol>
        </SheetSection>
      )}
      <SheetSection title="Evidence">
        {evidence.length > 0 && (
          <dl className="mb-4 grid grid-cols-[minmax(0,auto)_minmax(0,1fr)] gap-x-6 gap-y-1.5">
            {evidence.map(([name, value]) => (
              <div key={name} className="contents">
                <dt className="text-ink-3">{fieldName(name)}</dt>
                <dd className="num font-medium wrap-anywhere">{evidenceText(name, value)}</dd>
              </div>
            ))}
          </dl>
        )}
        <EvidenceRows id={insight.id} />
      </SheetSection>
    </>
  )
}

const resolutions: Record<string, string> = { fixed: 'Fixed by you', gone: 'No longer found' }

const Figures = ({ insight }: { insight: Insight }) => (
  <dl className="mt-5 grid grid-cols-3 gap-px overflow-hidden rounded-lg border border-line bg-line">
    <Figure name="Impact" value={insight.impact} note={level(insight.impact)} />
    <Figure name="Effort" value={insight.effort} note={level(insight.effort)} />
    <Figure name="Confidence" value={`${insight.confidence}%`} />
  </dl>
)

const Figure = ({ name, value, note }: { name: string; value: ReactNode; note?: string }) => (
  <div className="bg-surface px-3.5 py-3">
    <dt className="text-xs text-ink-2">{name}</dt>
    <dd className="num mt-0.5 text-lg font-semibold">
      {value}
      {note && <span className="ml-1.5 text-xs font-normal text-ink-3">{note}</span>}
    </dd>
  </div>
)

function Worth({ insight: { value } }: { insight: Insight }) {
  return (
    <div className="mt-3 rounded-lg bg-sunken px-3.5 py-3">
      <h3 className="text-xs text-ink-2">Worth, if fixed</h3>
      {value ? (
        <p className="num mt-0.5 text-lg font-semibold text-good-ink">
          {valueRange(value)} <span className="text-xs font-normal text-ink-3">per month</span>
        </p>
      ) : (
        <p className="mt-0.5">
          <b className="font-semibold">Value unknown.</b>{' '}
          <span className="text-ink-2">{valueUnknownReason}</span>
        </p>
      )}
    </div>
  )
}
