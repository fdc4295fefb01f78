import type { Schemas } from '@/api/client'
import { cx } from '@/lib/cx'
import { num } from '@/lib/format'
import { severityDot } from './severity'

type IssueCount = Schemas['IssueCount']

/** How many pages have each type of issue; a press shows that type alone, a second press all again. */
export function IssueTypes({
  counts,
  selected,
  onSelect,
}: {
  counts: IssueCount[]
  selected: string
  onSelect: (type: string) => void
}) {
  return (
    <ul aria-label="Issue types" className="flex gap-2 overflow-x-auto border-b border-line p-3 @3xl:flex-wrap">
      {counts.map((count) => {
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
                {num(count.pages)}
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
