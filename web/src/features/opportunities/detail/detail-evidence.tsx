import type { Insight } from '@/api/insights'
import { evidenceText, fieldName } from '@/lib/insight'
import { SheetSection } from '@/ui/overlays/dialog'
import { EvidenceRows } from './evidence-rows'

/** Figures that the basis of the value already shows. */
const shownElsewhere = new Set([
  'probabilityReal',
  'probabilityFix',
  'clicksLow',
  'clicksMid',
  'clicksHigh',
  'clickValue',
  'clickValueSource',
])

/** The sources of the figures come first. */
const sourceFields = ['window', 'source', 'coverage']

/** The figures and rows behind an opportunity. */
export function DetailEvidence({ insight }: { insight: Insight }) {
  const names = Object.keys(insight.evidence).filter((name) => !shownElsewhere.has(name))
  const ordered = [
    ...sourceFields.filter((name) => names.includes(name)),
    ...names.filter((name) => !sourceFields.includes(name)),
  ]
  return (
    <SheetSection title="Evidence">
      {ordered.length > 0 && (
        <dl className="mb-4 grid grid-cols-[minmax(0,auto)_minmax(0,1fr)] gap-x-6 gap-y-1.5">
          {ordered.map((name) => (
            <div key={name} className="contents">
              <dt className="text-ink-3">{fieldName(name)}</dt>
              <dd className="num font-medium wrap-anywhere">
                {evidenceText(name, insight.evidence[name], insight.value?.currency)}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <EvidenceRows insight={insight} />
    </SheetSection>
  )
}
