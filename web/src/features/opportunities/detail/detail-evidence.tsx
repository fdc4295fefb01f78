import type { Insight } from '@/api/insights'
import { cx } from '@/lib/cx'
import { currencyOf, evidenceText, fieldName, isMethodField } from '@/lib/evidence'
import { webAddress } from '@/lib/web-address'
import { OutsideLink } from '@/ui/outside-link'
import { SheetSection } from '@/ui/overlays/sheet'
import { inOrder } from './evidence-order'
import { EvidenceRows } from './evidence-rows'

/** The figures and rows that show an opportunity is real. */
export function DetailEvidence({ insight }: { insight: Insight }) {
  const names = inOrder(Object.keys(insight.evidence)).filter(
    (name) => !isMethodField(name) && hasValue(insight, name),
  )
  return (
    <SheetSection title="Evidence">
      {names.length > 0 && <Fields insight={insight} names={names} />}
      <EvidenceRows insight={insight} />
    </SheetSection>
  )
}

/** Nothing is learned from a field without a value, or from a count of examples that were not found. */
const hasValue = ({ evidence }: Insight, name: string) =>
  evidence[name] !== null &&
  evidence[name] !== undefined &&
  evidence[name] !== '' &&
  name !== 'currency' && // it is in the amounts
  !(evidence[name] === 0 && name === 'subjectPages')

/** A figure or text; a page by its path. */
function FieldValue({ insight, name }: { insight: Insight; name: string }) {
  const value = insight.evidence[name]
  const href = typeof value === 'string' ? webAddress(value) : undefined
  if (!href) return evidenceText(name, value, currencyOf(insight))
  const { pathname, search } = new URL(href)
  return <OutsideLink url={href} text={`${pathname}${search}`} />
}

/** Whether a value needs the whole width of a phone. */
const isLong = (insight: Insight, name: string) =>
  evidenceText(name, insight.evidence[name], currencyOf(insight)).length > 24

/** Fields of the evidence with their labels. */
export const Fields = ({ insight, names }: { insight: Insight; names: readonly string[] }) => (
  <dl className="mb-4 grid grid-cols-[minmax(0,auto)_minmax(0,1fr)] gap-x-6 gap-y-1.5">
    {names.map((name) => (
      <div key={name} className={cx('contents', isLong(insight, name) && 'max-sm:col-span-2 max-sm:block')}>
        <dt className="text-ink-3">{fieldName(name)}</dt>
        <dd className="num font-medium wrap-anywhere">
          <FieldValue insight={insight} name={name} />
        </dd>
      </div>
    ))}
  </dl>
)
