import { Radio, RadioGroup } from '@headlessui/react'

/** A choice of a few, all visible. */
export function Segmented<T extends string>({
  value,
  options,
  onChange,
  label,
}: {
  value: T
  options: readonly { value: T; label: string }[]
  onChange: (value: T) => void
  label: string
}) {
  return (
    <RadioGroup
      value={value}
      onChange={onChange}
      aria-label={label}
      className="inline-flex h-8 items-center rounded-md bg-active/70 p-0.5 dark:bg-hover"
    >
      {options.map((option) => (
        <Radio
          key={option.value}
          value={option.value}
          className="hit flex h-7 cursor-pointer items-center rounded-sm px-2.5 text-xs font-medium text-ink-2 transition-colors hover:text-ink data-checked:bg-surface data-checked:text-ink data-checked:shadow-card dark:data-checked:bg-line-strong"
        >
          {option.label}
        </Radio>
      ))}
    </RadioGroup>
  )
}
