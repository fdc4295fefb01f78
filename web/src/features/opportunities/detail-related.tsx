import type { Insight } from '@/api/insights'
import { kindOf } from '@/lib/insight'
import { SheetSection } from '@/ui/dialog'
import { ScoreBadge } from '@/ui/score-badge'

/** Kinds that work on the same thing: what a page says, and how it stands in search. */
const ofSearch = new Set([
  'keyword_opportunity',
  'cannibalization',
  'content_decay',
  'link_targets',
  'meta_issues',
])

const isAboutTheSame = (one: Insight, other: Insight) =>
  one.id !== other.id &&
  one.siteId === other.siteId &&
  ofSearch.has(one.type) &&
  ofSearch.has(other.type) &&
  ((one.entity.page !== undefined && one.entity.page === other.entity.page) ||
    (one.entity.query !== undefined && one.entity.query === other.entity.query))

/** Opportunities about the same page or search: one visit to the page settles them, and their clicks count once. */
export function DetailRelated({
  insight,
  list,
  onOpen,
}: {
  insight: Insight
  list: readonly Insight[]
  onOpen: (id: string) => void
}) {
  const related = list.filter((other) => isAboutTheSame(insight, other))
  if (related.length === 0) return null
  return (
    <SheetSection title="Do Together">
      <p className="mb-2 text-ink-2">
        {related.length === 1 ? 'This one is' : 'These are'} about the same page or search: decide on them as
        one task. The clicks that they would all bring count once.
      </p>
      <ul className="divide-y divide-line rounded-lg border border-line">
        {related.map((other) => (
          <li key={other.id}>
            <button
              type="button"
              className="flex w-full items-start gap-3 px-3.5 py-2.5 text-left hover:bg-sunken"
              onClick={() => onOpen(other.id)}
            >
              <span className="min-w-0 flex-1">
                <span className="block font-medium wrap-anywhere">{other.title}</span>
                <span className="text-xs text-ink-3">{kindOf(other.type)}</span>
              </span>
              <ScoreBadge score={other.score} />
            </button>
          </li>
        ))}
      </ul>
    </SheetSection>
  )
}
