import type { ReactNode } from 'react'
import { cx } from '@/lib/cx'

/** A checkbox with its label; a click anywhere on the row toggles it. */
export const Checkbox = ({
  checked,
  disabled = false,
  onChange,
  className,
  children,
}: {
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
  className?: string
  children: ReactNode
}) => (
  <label
    className={cx(
      'flex min-h-11 items-center gap-2.5 px-3 py-1.5',
      disabled ? 'text-ink-3' : 'cursor-pointer hover:bg-sunken',
      className,
    )}
  >
    <input
      type="checkbox"
      checked={checked}
      disabled={disabled}
      onChange={(event) => onChange(event.target.checked)}
      className="size-4 shrink-0 accent-accent"
    />
    {children}
  </label>
)
