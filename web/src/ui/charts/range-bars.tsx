import { cx } from '@/lib/cx'

/** An estimate: low, high and most likely value. */
export type Range = { low: number; mid: number; high: number }

const dotColors = {
  good: ['bg-good/35', 'bg-good'],
  plain: ['bg-ink-3/30', 'bg-ink-3'],
  bad: ['bg-bad/35', 'bg-bad'],
}

/** Ranges on one scale that includes zero. The figures are text beside them; the bars are decoration. */
export function RangeBars({
  bars,
}: {
  bars: readonly (Range & { name: string; tone: keyof typeof dotColors })[]
}) {
  const min = Math.min(0, ...bars.map((bar) => bar.low))
  const span = Math.max(0, ...bars.map((bar) => bar.high)) - min || 1
  const position = (value: number) => `${((value - min) / span) * 100}%`
  return (
    <div aria-hidden="true" className="relative space-y-2 py-1">
      {bars.map(({ name, tone, low, mid, high }) => (
        <div key={name} className="relative h-1.5 rounded-full bg-active">
          <span
            className={cx('absolute inset-y-0 rounded-full', dotColors[tone][0])}
            style={{ left: position(low), width: `${Math.max(1, ((high - low) / span) * 100)}%` }}
          />
          <span
            className={cx(
              'absolute top-1/2 size-2.5 -translate-1/2 rounded-full border-2 border-surface',
              dotColors[tone][1],
            )}
            style={{ left: position(mid) }}
          />
        </div>
      ))}
      {min < 0 && <span className="absolute inset-y-0 w-px bg-ink-3" style={{ left: position(0) }} />}
    </div>
  )
}
