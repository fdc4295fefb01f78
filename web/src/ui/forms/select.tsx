import { cx } from '@/lib/cx'
import { lazyPart } from '@/lib/parts/lazy-part'
import { Icon } from '@/ui/icons'
import { LazyTrigger } from '@/ui/overlays/lazily'
import type { SelectListProps } from './select-list'

/** An option; its value may not be empty. */
export type SelectOption<T extends string> = { value: T; label: string }

const load = async () => ({ default: (await import('./select-list')).SelectList })
const SelectList = lazyPart<SelectListProps>(load)

/** A select; the list of its options is loaded after the screen. */
export function Select<T extends string>({
  value,
  options,
  onChange,
  label,
  className,
}: {
  value: T
  options: readonly SelectOption<T>[]
  onChange: (value: T) => void
  label: string
  className?: string
}) {
  const current = options.find((option) => option.value === value)?.label ?? value
  return (
    <LazyTrigger
      load={load}
      aria-haspopup="listbox"
      aria-label={`${label}: ${current}`}
      className={cx(
        'hit flex h-8 min-w-0 items-center gap-2 rounded-md border border-line-strong/80 bg-surface px-2.5 text-left shadow-card hover:border-line-strong data-open:border-line-strong pointer-coarse:h-11 dark:bg-raised',
        className,
      )}
      button={
        <>
          <span className="min-w-0 flex-1 truncate">{current}</span>
          <Icon name="down" size={14} className="shrink-0 text-ink-3" />
        </>
      }
    >
      {/* Only values of its options come back. */}
      <SelectList value={value} options={options} onChange={(chosen) => onChange(chosen as T)} />
    </LazyTrigger>
  )
}
