import { Listbox, ListboxButton, ListboxOption, ListboxOptions } from '@headlessui/react'
import { Icon } from '@/ui/icons'
import { Trigger } from '@/ui/overlays/lazily'

export type SelectListProps = {
  value: string
  options: readonly { value: string; label: string }[]
  onChange: (value: string) => void
}

/** The options of a select, for the button that LazyTrigger has. */
export const SelectList = ({ value, options, onChange }: SelectListProps) => (
  <Listbox value={value} onChange={onChange}>
    <ListboxButton as={Trigger} />
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
