import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Insight } from '@/api/insights'
import { ruleAddress } from '@/lib/rule-address'
import { addressText } from '@/lib/domain'
import { day, humanize } from '@/lib/format'
import { entityKind, entityName, isDataWarning, kindOf, level, stepsOf } from '@/lib/insight'
import { Badge } from '@/ui/badges/badge'
import { SheetSection, SheetTitle } from '@/ui/overlays/dialog'
import { ScoreBadge } from '@/ui/badges/score-badge'
import { StatusBadge } from '@/ui/badges/status-badge'
import { TypeIcon } from '@/ui/type-icon'
import { DetailEvidence } from './detail-evidence'
import { DetailFixes } from './detail-fixes'
import { DetailOutcome } from './detail-outcome'
import { DetailOwner } from './detail-owner'
import { DetailRelated } from './detail-related'
import { DetailTrend } from './detail-trend'
import { DetailValue } from './detail-value'
import { isSnoozed } from '../snooze'

/** All sections of an opportunity: its value, what to do, and the evidence. */
export function DetailBody({
  insight,
  list,
  onOpen,
  onClose,
}: {
  insight: Insight
  list: readonly Insight[]
  onOpen: (id: string) => void
  onClose: () => void
}) {
  const steps = stepsOf(insight.instructions)
  const entity = entityName(insight) ?? (isDataWarning(insight) ? entityKind(insight) : undefined)
  return (
    <>
      <div className="px-5 pt-5 pb-5 md:px-6">
        <div className="flex items-start gap-3">
          <div className="min-w-0 flex-1">
            <SheetTitle>{insight.title}</SheetTitle>
            <p className="mt-1 flex flex-wrap items-center gap-x-1.5 text-ink-2">
              <TypeIcon type={insight.type} small />
              <span>{kindOf(insight.type)}</span>
              <Link href={ruleAddress(insight.type)} className="ml-1.5 text-accent-ink hover:underline">
                How this is found
              </Link>
            </p>
          </div>
          <ScoreBadge score={insight.score} />
        </div>
        <div className="mt-3 flex flex-wrap items-center gap-1.5">
          <StatusBadge status={insight.status} />
          {isDataWarning(insight) && <Badge tone="warn">Data warning</Badge>}
          {insight.resolution && (
            <Badge>{resolutions[insight.resolution] ?? humanize(insight.resolution)}</Badge>
          )}
          {isSnoozed(insight) && <Badge tone="warn">Snoozed until {day(insight.snoozedUntil ?? '')}</Badge>}
          {entity && <span className="min-w-0 text-xs wrap-anywhere text-ink-3">{addressText(entity)}</span>}
        </div>
        <DetailOwner insight={insight} />
        <Figures insight={insight} />
        <DetailValue insight={insight} />
      </div>
      {insight.outcome && <DetailOutcome insight={insight} outcome={insight.outcome} />}
      {insight.summary && (
        <SheetSection title="Summary">
          <p className="text-base text-pretty text-ink-2">{insight.summary}</p>
        </SheetSection>
      )}
      <DetailTrend insight={insight} />
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
      <DetailRelated insight={insight} list={list} onOpen={onOpen} onClose={onClose} />
      <DetailFixes insight={insight} />
      <DetailEvidence insight={insight} />
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
