import { useId, type TextareaHTMLAttributes } from 'react'

type TextAreaProps = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'onChange'> & {
  label: string
  error?: string | undefined
  onChange: (value: string) => void
}

/** A text area with its label and error. */
export function TextArea({ label, error, onChange, ...rest }: TextAreaProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-medium">
        {label}
      </label>
      <textarea
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={(event) => onChange(event.target.value)}
        className="block w-full min-w-0 rounded-md border border-line-strong/80 bg-surface px-2.5 py-1.5 shadow-card placeholder:text-ink-3 hover:border-line-strong aria-invalid:border-bad pointer-coarse:text-lg dark:bg-raised"
        {...rest}
      />
      {error && (
        <p id={`${id}-error`} className="mt-1 text-xs text-bad-ink">
          {error}
        </p>
      )}
    </div>
  )
}
