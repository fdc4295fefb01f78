import { cx } from '@/lib/cx'
import { Input } from './field'
import { Icon } from '@/ui/icons'

/** A search box. */
export function SearchField({
  label,
  value,
  onChange,
  placeholder,
  className,
}: {
  label: string
  value: string
  onChange: (value: string) => void
  placeholder: string
  className?: string
}) {
  return (
    <span className={cx('relative block', className)}>
      <Icon
        name="search"
        className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-ink-3"
      />
      <Input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="pl-8"
      />
    </span>
  )
}
