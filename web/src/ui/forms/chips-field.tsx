import { useId, useRef, useState, type ReactNode } from 'react'
import { Button } from '@/ui/button'
import { Input } from './field'
import { Icon } from '@/ui/icons'

const none: readonly string[] = []

/** A list of words or paths, added and removed one by one; several can be pasted, one per line. */
export function ChipsField({
  label,
  hint,
  error,
  placeholder,
  values,
  fixed = none,
  fixedReason,
  onChange,
}: {
  label: string
  hint?: ReactNode
  error?: string | undefined
  placeholder: string
  values: readonly string[]
  /** Built-in ones that cannot be removed. */
  fixed?: readonly string[]
  /** Why they are built in. */
  fixedReason?: string
  onChange: (values: string[]) => void
}) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const notes = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')

  function add(text: string) {
    const lines = text
      .split(/[\n\r\t]+/)
      .map((line) => line.trim())
      .filter((line) => line !== '')
    const more = [...new Set(lines)].filter((line) => !values.includes(line) && !fixed.includes(line))
    if (more.length > 0) onChange([...values, ...more])
    setTyped('')
  }
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-medium">
        {label}
      </label>
      {values.length + fixed.length > 0 && (
        <ul aria-label={label} className="mb-2 flex flex-wrap gap-1.5">
          {fixed.map((value) => (
            <li
              key={value}
              title={fixedReason}
              className="flex min-h-7 items-center rounded-sm bg-hover px-2 text-ink-2"
            >
              <span className="min-w-0 wrap-anywhere">{value}</span>
              <span className="sr-only">, {fixedReason}</span>
            </li>
          ))}
          {values.map((value) => (
            <li
              key={value}
              className="flex min-h-7 max-w-full items-center gap-0.5 rounded-sm bg-accent-soft pl-2 text-accent-ink in-disabled:pr-2"
            >
              <span className="min-w-0 wrap-anywhere">{value}</span>
              <button
                type="button"
                aria-label={`Remove ${value}`}
                onClick={() => {
                  onChange(values.filter((other) => other !== value))
                  // The remove button disappears with its chip, so the focus moves to the input.
                  input.current?.focus()
                }}
                className="hit flex size-7 shrink-0 items-center justify-center rounded-sm hover:bg-accent-soft in-disabled:hidden"
              >
                <Icon name="x" size={12} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {/* In a disabled fieldset the list is only read. */}
      {values.length + fixed.length === 0 && <p className="hidden text-ink-3 in-disabled:block">None</p>}
      <div className="flex gap-2 in-disabled:hidden">
        <Input
          ref={input}
          id={id}
          value={typed}
          placeholder={placeholder}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={error ? true : undefined}
          aria-describedby={notes || undefined}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            add(typed)
          }}
          onPaste={(event) => {
            const text = event.clipboardData.getData('text')
            if (!/[\n\r\t]/.test(text.trim())) return
            event.preventDefault()
            add(text)
          }}
          onBlur={() => add(typed)}
        />
        <Button
          icon="plus"
          className="pointer-coarse:h-11"
          disabled={typed.trim() === ''}
          onClick={() => add(typed)}
        >
          Add
        </Button>
      </div>
      {error && (
        <p id={`${id}-error`} className="mt-1 text-xs text-bad-ink">
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-xs text-pretty text-ink-3">
          {hint}
        </p>
      )}
    </div>
  )
}
