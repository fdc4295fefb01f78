import { cx } from '@/lib/cx'
import { scoreBand } from '@/lib/insight'

const bands = {
  high: 'bg-good-soft text-good-ink',
  medium: 'bg-accent-soft text-accent-ink',
  low: 'bg-warn-soft text-warn-ink',
}

/** The score of an insight: green from 70, blue from 50, yellow below. */
export function ScoreBadge({ score }: { score: number }) {
  const band = scoreBand(score)
  return (
    <span
      data-band={band}
      className={cx(
        'num inline-flex h-6 min-w-9 shrink-0 items-center justify-center self-start rounded-sm px-1.5 text-sm font-semibold',
        bands[band],
      )}
    >
      <span className="sr-only">Score </span>
      {Math.round(score)}
    </span>
  )
}
