import { useState } from 'react'
import type { Insight } from '@/api/insights'
import { currencyOf, evidenceText, fieldName, isMethodField } from '@/lib/evidence'
import { num } from '@/lib/format'
import { webAddress } from '@/lib/web-address'
import { Button } from '@/ui/button'
import { OutsideLink } from '@/ui/outside-link'
import { SheetSection } from '@/ui/overlays/sheet'
import { EvidenceList, isLong } from './evidence-list'
import { inOrder } from './evidence-order'
import { EvidenceRows } from './evidence-rows'

/** Figures shown before the others are asked for: those that persuade most. */
const shownCount = 8

/** The figures and rows that show an opportunity is real. */
export function DetailEvidence({ insight }: { insight: Insight }) {
  const names = inOrder(Object.keys(insight.evidence)).filter(
    (name) => !isMethodField(name) && hasValue(insight, name),
  )
  const [all, setAll] = useState(false)
  const figures = names.filter((name) => !ofSources.test(name))
  const hidden = figures.length > shownCount + 1 ? figures.slice(shownCount) : []
  const shown = all ? names : names.filter((name) => !hidden.includes(name))
  return (
    <SheetSection title="Evidence">
      {shown.length > 0 && <Fields insight={insight} names={shown} />}
      {hidden.length > 0 && (
        <Button
          size="sm"
          variant="ghost"
          className="mb-4 -ml-2.5"
          aria-expanded={all}
          onClick={() => setAll(!all)}
        >
          {all ? 'Show fewer figures' : `Show ${num(hidden.length)} more figures`}
        </Button>
      )}
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

/** What is said of every source. */
const ofSources = /^(window|source|coverage)$/

/** A figure or text; a page by its path; periods and sources one a line. */
function FieldValue({ insight, name }: { insight: Insight; name: string }) {
  const value = insight.evidence[name]
  const href = typeof value === 'string' ? webAddress(value) : undefined
  if (!href) {
    const text = evidenceText(name, value, currencyOf(insight))
    return ofSources.test(name) ? text.replaceAll('; ', '\n') : text
  }
  const { pathname, search } = new URL(href)
  return <OutsideLink url={href} text={`${pathname}${search}`} />
}

/** Fields of the evidence with their labels. */
export const Fields = ({ insight, names }: { insight: Insight; names: readonly string[] }) => (
  <EvidenceList
    facts={names.map((name) => ({
      name,
      label: fieldName(name),
      value: <FieldValue insight={insight} name={name} />,
      long: isLong(evidenceText(name, insight.evidence[name], currencyOf(insight))),
    }))}
  />
)
