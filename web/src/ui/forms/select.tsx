import { Listbox, ListboxButton, ListboxOption, ListboxOptions } from '@headlessui/react'
import { cx } from '@/lib/cx'
import { Icon } from '@/ui/icons'

/** An option; its value may not be empty. */
export type SelectOption<T extends string> = { value: T; label: string }

/** A select. */
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
  const current = options.find((option) => option.value === value)
  return (
    <Listbox value={value} onChange={onChange}>
      <ListboxButton
        aria-label={`${label}: ${current?.label ?? value}`}
        className={cx(
          'hit flex h-8 min-w-0 items-center gap-2 rounded-md border border-line-strong/80 bg-surface px-2.5 text-left shadow-card hover:border-line-strong data-open:border-line-strong pointer-coarse:h-11 dark:bg-raised',
          className,
        )}
      >
        <span className="min-w-0 flex-1 truncate">{current?.label ?? value}</span>
        <Icon name="down" size={14} className="shrink-0 text-ink-3" />
      </ListboxButton>
      <ListboxOptions
        modal={false}
        anchor={{ to: 'bottom start', gap: 6, padding: 8 }}
        transition
        className="z-50 max-h-72! min-w-(--button-width) rounded-lg bg-raised p-1 shadow-pop transition duration-100 outline-none data-closed:opacity-0"
      >
        {options.map((option) => (
          <ListboxOption
            key={option.value}
            value={option.value}
            className="group flex h-8 cursor-pointer items-center gap-2 rounded-sm px-2 whitespace-nowrap data-focus:bg-hover pointer-coarse:h-11"
          >
            <span className="flex-1 truncate group-data-selected:font-medium">{option.label}</span>
            <Icon name="check" className="invisible shrink-0 text-accent-ink group-data-selected:visible" />
          </ListboxOption>
        ))}
      </ListboxOptions>
    </Listbox>
  )
}
