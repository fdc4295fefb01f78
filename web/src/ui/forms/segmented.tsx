import { cx } from '@/lib/cx'
import { num } from '@/lib/format'

/** An option with its count, if known. */
export type SegmentedOption<T extends string> = { value: T; label: string; count?: number }

/** A choice of a few options, all visible. */
export function Segmented<T extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string
  value: string
  options: readonly SegmentedOption<T>[]
  onChange: (value: T) => void
}) {
  return (
    <div
      role="group"
      aria-label={label}
      className="flex w-full rounded-md bg-hover p-0.5 @2xl:inline-flex @2xl:w-auto"
    >
      {options.map((option) => {
        const on = option.value === value
        return (
          <button
            key={option.value}
            type="button"
            aria-pressed={on}
            onClick={() => onChange(option.value)}
            className={cx(
              'hit flex h-7 min-w-0 flex-auto items-center justify-center gap-1.5 rounded-sm px-2 whitespace-nowrap transition-colors @2xl:px-2.5',
              on ? 'bg-surface font-medium text-ink shadow-card dark:bg-active' : 'text-ink-2 hover:text-ink',
            )}
          >
            {option.label}
            {option.count !== undefined && (
              <span className={cx('num text-xs font-normal', on ? 'text-ink-2' : 'text-ink-3')}>
                {num(option.count)}
              </span>
            )}
          </button>
        )
      })}
    </div>
  )
}
