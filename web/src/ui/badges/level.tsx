import { cx } from '@/lib/cx'
import { level } from '@/lib/insight'

const bars = { Low: 1, Medium: 2, High: 3 }

/** Impact or effort as three bars and the word. */
export function Level({ value }: { value: number }) {
  const label = level(value)
  return (
    <span className="inline-flex items-center gap-1.5 text-ink-2">
      <span aria-hidden="true" className="inline-flex items-end gap-0.5">
        {[1, 2, 3].map((bar) => (
          <i
            key={bar}
            className={cx('w-1 rounded-[1.5px]', bar <= bars[label] ? 'bg-ink-3' : 'bg-line-strong/70')}
            style={{ height: 3 + bar * 3 }}
          />
        ))}
      </span>
      {label}
    </span>
  )
}
