import { useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import { cx } from '@/lib/cx'
import { humanize } from '@/lib/format'
import type { Judgment } from '@/lib/thresholds'
import { Badge, severityTones, type Tone } from '@/ui/badges/badge'
import { Unknown } from './unknown'

/** The subject of a row, with a second line that tells equal names apart. */
export const Subject = ({ children, below }: { children: ReactNode; below?: ReactNode }) => (
  <span className="block @2xl:max-w-96 @2xl:min-w-32">
    <span className="line-clamp-2 leading-5 font-medium wrap-anywhere pointer-coarse:leading-6">
      {children}
    </span>
    {below && (
      <span className="mt-0.5 line-clamp-2 text-xs/4 wrap-anywhere text-ink-3 has-[a]:mt-1.5 pointer-coarse:text-xs/6">
        {below}
      </span>
    )}
  </span>
)

/** A cell with a sentence. */
export const Sentence = ({ children }: { children: ReactNode }) => (
  <span className="block text-pretty text-ink-2 @2xl:max-w-100 @2xl:min-w-48 @2xl:in-data-folded:max-w-160">
    {children}
  </span>
)

type VerdictProps = {
  action: string
  id: string | null
  title: string | null
  /** Only the link, for an opportunity that many rows share. */
  short?: boolean
}

/** What to do about a row: the first step of its opportunity, which it links to. */
export const Verdict = ({ action, id, title, short }: VerdictProps) => (
  <Sentence>
    {(!short || id === null) && action}
    {id !== null && (
      <Link
        href={`/opportunities?o=${id}`}
        title={short ? action : undefined}
        className={cx('block text-accent-ink hover:underline', !short && 'mt-0.5 text-xs')}
      >
        {title}
      </Link>
    )}
  </Sentence>
)

const textColors: Record<Judgment, string> = {
  good: 'text-good-ink',
  accent: 'text-accent-ink',
  warn: 'text-warn-ink',
  bad: 'text-bad-ink',
}

/** A figure in the color of its judgment. */
export const Judged = ({ as, children }: { as: Judgment; children: ReactNode }) => (
  <span data-judgment={as} className={cx('font-medium whitespace-nowrap', textColors[as])}>
    {children}
  </span>
)

const chances: Record<string, Tone> = { high: 'good', medium: 'accent', low: 'neutral' }

/** High, Medium or Low, of a risk or of an opportunity. */
export function LevelBadge({ level, kind }: { level: string; kind: 'risk' | 'chance' }) {
  const key = level.toLowerCase()
  return <Badge tone={(kind === 'risk' ? severityTones : chances)[key] ?? 'outline'}>{humanize(level)}</Badge>
}

/** Items shown before Show all. */
const collapsedCount = 2

/** The first items of a list, and the others on request. */
export function ShortList({
  label,
  items,
  renderItem,
  none,
}: {
  label: string
  items: readonly string[]
  /** Renders an item; as text by default. */
  renderItem?: (item: string, index: number) => ReactNode
  /** Shown for an empty list. */
  none?: string
}) {
  const [all, setAll] = useState(false)
  if (items.length === 0) return <Unknown reason={none} />
  const rest = items.length - collapsedCount
  const visible = all ? items : items.slice(0, collapsedCount)
  return (
    <span className="block @2xl:max-w-96 @2xl:min-w-56 @2xl:in-data-folded:flex @2xl:in-data-folded:max-w-none @2xl:in-data-folded:flex-wrap @2xl:in-data-folded:gap-x-4">
      {/* The button stands on the line of the last item. */}
      <ul aria-label={label} className="inline @2xl:in-data-folded:contents">
        {visible.map((item, i) => (
          <li key={item} className="wrap-anywhere not-last:mb-0.5 last:inline">
            {renderItem ? renderItem(item, i) : item}
          </li>
        ))}
      </ul>{' '}
      {rest > 0 && (
        <button
          type="button"
          aria-expanded={all}
          onClick={() => setAll(!all)}
          className="hit text-xs font-medium text-accent-ink hover:underline"
        >
          {all ? 'Show fewer' : `+${rest} more`}
        </button>
      )}
    </span>
  )
}
