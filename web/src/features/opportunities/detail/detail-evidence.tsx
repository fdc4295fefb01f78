import type { Insight } from '@/api/insights'
import { fieldName, isMethodField } from '@/lib/evidence'
import { evidenceText } from '@/lib/insight'
import { SheetSection } from '@/ui/overlays/dialog'
import { EvidenceRows } from './evidence-rows'

/** The sources of the figures come last: they back what stands above. */
const sourceFields = ['window', 'source', 'coverage']

/** The figures and rows that show an opportunity is real. */
export function DetailEvidence({ insight }: { insight: Insight }) {
  const names = Object.keys(insight.evidence).filter((name) => !isMethodField(name) && hasValue(insight, name))
  const ordered = [
    ...names.filter((name) => !sourceFields.includes(name)),
    ...sourceFields.filter((name) => names.includes(name)),
  ]
  return (
    <SheetSection title="Evidence">
      {ordered.length > 0 && <Fields insight={insight} names={ordered} />}
      <EvidenceRows insight={insight} />
    </SheetSection>
  )
}

/** Nothing is learned from a field without a value. */
const hasValue = ({ evidence }: Insight, name: string) =>
  evidence[name] !== null && evidence[name] !== undefined && evidence[name] !== ''

/** Fields of the evidence with their labels. */
export const Fields = ({ insight, names }: { insight: Insight; names: readonly string[] }) => (
  <dl className="mb-4 grid grid-cols-[minmax(0,auto)_minmax(0,1fr)] gap-x-6 gap-y-1.5">
    {names.map((name) => (
      <div key={name} className="contents">
        <dt className="text-ink-3">{fieldName(name)}</dt>
        <dd className="num font-medium wrap-anywhere">
          {evidenceText(name, insight.evidence[name], insight.value?.currency)}
        </dd>
      </div>
    ))}
  </dl>
)
