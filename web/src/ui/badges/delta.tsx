import { cx } from '@/lib/cx'
import { percent } from '@/lib/format'

/**
 * A change with an arrow, as a fraction or as a given text; its color shows whether the direction is good.
 */
export function Delta({
  value,
  goodWhen = 'up',
  text = percent(Math.abs(value)),
  className,
}: {
  value: number
  /** The amount, if it is not a percentage. */
  text?: string
  goodWhen?: 'up' | 'down' | 'none'
  className?: string
}) {
  const up = value > 0
  // A change that rounds to zero is none.
  const unchanged = !/[1-9]/.test(text)
  const plain = unchanged || goodWhen === 'none'
  const good = (up ? 'up' : 'down') === goodWhen
  return (
    <span
      className={cx(
        'num inline-flex items-center gap-0.5 text-xs font-medium',
        plain ? 'text-ink-3' : good ? 'text-good-ink' : 'text-bad-ink',
        className,
      )}
    >
      {!unchanged && (
        <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
          <path d={up ? 'M5 2l3.5 5.5h-7z' : 'M5 8L1.5 2.5h7z'} fill="currentColor" />
        </svg>
      )}
      {!unchanged && <span className="sr-only">{up ? 'up ' : 'down '}</span>}
      {text}
    </span>
  )
}
