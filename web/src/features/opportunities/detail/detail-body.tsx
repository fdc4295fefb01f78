import type { Insight } from '@/api/insights'
import { addressText } from '@/lib/domain'
import { day, humanize } from '@/lib/format'
import { entityKind, entityName, isDataWarning } from '@/lib/insight'
import { Badge } from '@/ui/badges/badge'
import { SheetTitle } from '@/ui/overlays/sheet'
import { ScoreBadge } from '@/ui/badges/score-badge'
import { StatusBadge } from '@/ui/badges/status-badge'
import { TypeIcon } from '@/ui/type-icon'
import { TypeTitle } from '../type-title'
import { DetailAlso } from './detail-also'
import { DetailComments } from './detail-comments'
import { DetailEvidence } from './detail-evidence'
import { DetailFixes } from './detail-fixes'
import { DetailMethod } from './detail-method'
import { DetailOutcome } from './detail-outcome'
import { DetailOwner } from './detail-owner'
import { DetailRelated } from './detail-related'
import { DetailSteps } from './detail-steps'
import { DetailTrend } from './detail-trend'
import { DetailValue } from './detail-value'
import { isSnoozed } from '../dates'

/** All sections of an opportunity: its value, what to do, the evidence, and how we know. */
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
  const isWholeSite = isDataWarning(insight) || insight.entity.template === '/*'
  const entity = isWholeSite ? entityKind(insight) : entityName(insight)
  return (
    <>
      <div className="px-5 pt-5 pb-5 md:px-6">
        <div className="flex items-start gap-3">
          <div className="min-w-0 flex-1">
            <SheetTitle>{insight.title}</SheetTitle>
          </div>
          <ScoreBadge score={insight.score} />
        </div>
        <div className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1.5">
          <p className="flex items-center gap-x-1.5 text-ink-2">
            <TypeIcon type={insight.type} small />
            <span>
              <TypeTitle type={insight.type} />
            </span>
          </p>
          <StatusBadge status={insight.status} />
          {isDataWarning(insight) && <Badge tone="warn">Data warning</Badge>}
          {insight.resolution && (
            <Badge>{resolutions[insight.resolution] ?? humanize(insight.resolution)}</Badge>
          )}
          {isSnoozed(insight) && <Badge tone="warn">Snoozed until {day(insight.snoozedUntil ?? '')}</Badge>}
          {entity && <span className="min-w-0 text-xs wrap-anywhere text-ink-3">{addressText(entity)}</span>}
        </div>
        <DetailOwner insight={insight} />
        <DetailValue insight={insight} />
        {insight.summary && (
          <section aria-label="Summary" className="mt-3">
            <p className="text-base text-pretty text-ink-2">{insight.summary}</p>
          </section>
        )}
      </div>
      {insight.outcome && <DetailOutcome insight={insight} outcome={insight.outcome} />}
      <DetailSteps insight={insight} />
      {insight.also && insight.also.length > 0 && <DetailAlso also={insight.also} />}
      <DetailEvidence insight={insight} />
      <DetailTrend insight={insight} />
      <DetailFixes insight={insight} />
      <DetailRelated insight={insight} list={list} onOpen={onOpen} onClose={onClose} />
      <DetailComments key={insight.id} insight={insight} />
      <DetailMethod insight={insight} />
    </>
  )
}

const resolutions: Record<string, string> = { fixed: 'Fixed by you', gone: 'No longer found' }
