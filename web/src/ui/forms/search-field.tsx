import { useEffect, useRef, useState } from 'react'
import { cx } from '@/lib/cx'
import { Input } from './field'
import { Icon } from '@/ui/icons'

/**
 * A search box. With a delay it hands on the text once the user pauses, so that a long list does not follow
 * every key; Enter and leaving it hand it on at once.
 */
export function SearchField({
  label,
  value,
  onChange,
  placeholder,
  delay = 0,
  className,
}: {
  label: string
  value: string
  onChange: (value: string) => void
  placeholder: string
  /** In ms. */
  delay?: number
  className?: string
}) {
  const [typed, setTyped] = useState<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  function handOn(text: string | null) {
    clearTimeout(timer.current)
    setTyped(null)
    if (text !== null && text !== value) onChange(text)
  }
  function type(text: string) {
    if (delay === 0) return onChange(text)
    setTyped(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => handOn(text), delay)
  }
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
        value={typed ?? value}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && handOn(typed)}
        onBlur={() => handOn(typed)}
        className="pl-8"
      />
    </span>
  )
}
