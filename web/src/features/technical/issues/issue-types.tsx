import type { IssueCount } from '@/api/crawls/issues'
import { cx } from '@/lib/cx'
import { num } from '@/lib/format'
import { countOf } from './comparison'
import { severityDot } from './severity'

/** The number of pages per type of issue; a click filters by that type, a second one clears the filter. */
export function IssueTypes({
  counts,
  comparison,
  selected,
  onSelect,
}: {
  counts: IssueCount[]
  comparison: string
  selected: string
  onSelect: (type: string) => void
}) {
  const visibleCounts = counts.filter((count) => countOf(count, comparison) > 0 || count.issueType === selected)
  if (visibleCounts.length === 0) return null
  return (
    <ul aria-label="Issue types" className="flex gap-2 scroll-x border-b border-line px-4 py-3 @3xl:flex-wrap">
      {visibleCounts.map((count) => {
        const on = count.issueType === selected
        return (
          <li key={count.issueType} className="shrink-0">
            <button
              type="button"
              aria-pressed={on}
              onClick={() => onSelect(on ? 'all' : count.issueType)}
              className={cx(
                'hit flex h-8 items-center gap-2 rounded-md border px-2.5 transition-colors',
                on
                  ? 'border-accent bg-accent-soft text-accent-ink'
                  : 'border-line hover:border-line-strong hover:bg-sunken',
              )}
            >
              <i aria-hidden="true" className={cx('size-2 rounded-full', severityDot[count.severity])} />
              {count.title}
              <span className={cx('num text-xs', on ? 'text-accent-ink' : 'text-ink-3')}>
                {num(countOf(count, comparison))}
              </span>
              {comparison === 'all' && <Changes count={count} />}
            </button>
          </li>
        )
      })}
    </ul>
  )
}

/** The new and fixed issues since the previous crawl, if any. */
const Changes = ({ count }: { count: IssueCount }) => (
  <>
    {(count.new ?? 0) > 0 && (
      <span className="num text-xs text-bad-ink">
        +{num(count.new ?? 0)}
        <span className="sr-only"> new</span>
      </span>
    )}
    {(count.gone ?? 0) > 0 && (
      <span className="num text-xs text-good-ink">
        −{num(count.gone ?? 0)}
        <span className="sr-only"> gone</span>
      </span>
    )}
  </>
)
