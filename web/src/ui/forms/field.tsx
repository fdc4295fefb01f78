import type { InputHTMLAttributes, ReactNode, Ref } from 'react'
import { useId } from 'react'
import { cx } from '@/lib/cx'
import { Select, type SelectOption } from './select'

const inputClass =
  'h-8 w-full min-w-0 rounded-md border border-line-strong/80 bg-surface px-2.5 shadow-card placeholder:text-ink-3 hover:border-line-strong aria-invalid:border-bad disabled:bg-sunken disabled:text-ink-2 disabled:shadow-none disabled:hover:border-line-strong/80 pointer-coarse:h-11 pointer-coarse:text-lg dark:bg-raised dark:disabled:bg-sunken'

/** A text box without a visible label; give it an aria-label. */
export const Input = ({
  className,
  ...rest
}: InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> }) => (
  <input className={cx(inputClass, className)} {...rest} />
)

type TextFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'> & {
  label: string
  hint?: ReactNode
  error?: string | undefined
  onChange: (value: string) => void
  ref?: Ref<HTMLInputElement>
}

/** A text box with its label, hint and error. */
export function TextField({ label, hint, error, onChange, className, ...rest }: TextFieldProps) {
  const id = useId()
  const notes = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block font-medium">
        {label}
      </label>
      <Input
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={notes || undefined}
        onChange={(event) => onChange(event.target.value)}
        {...rest}
      />
      {error && (
        <p id={`${id}-error`} className="mt-1 text-xs text-bad-ink">
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-xs text-ink-3">
          {hint}
        </p>
      )}
    </div>
  )
}

/** A select with its label. */
export const LabeledSelect = <T extends string>({
  label,
  error,
  ...select
}: {
  label: string
  value: T
  options: readonly SelectOption<T>[]
  error?: string | undefined
  onChange: (value: T) => void
}) => (
  <div className="min-w-0">
    <span aria-hidden="true" className="mb-1 block font-medium">
      {label}
    </span>
    <Select label={label} className="w-full" {...select} />
    {error && <p className="mt-1 text-xs text-bad-ink">{error}</p>}
  </div>
)

/** A ref that focuses an input which replaces the clicked button. */
export const focusWhenShown = (input: HTMLInputElement | null) => input?.focus()
