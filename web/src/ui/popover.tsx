import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { cx } from '@/lib/cx'
import { buttonClass } from './button'

/**
 * A panel that a button opens and that Escape, a click elsewhere or a second click closes. It stands below the nearest
 * positioned ancestor, such as the header.
 */
export function Popover({
  label,
  button,
  title,
  onOpen,
  children,
}: {
  label: string
  button: ReactNode
  title: string
  onOpen: () => void
  children: ReactNode
}) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!open) return
    const onPointer = (event: Event) => {
      const inside = [trigger, panel].some((part) => part.current?.contains(event.target as Node))
      if (!inside) setOpen(false)
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      trigger.current?.focus()
    }
    document.addEventListener('pointerdown', onPointer)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', onPointer)
      document.removeEventListener('keydown', onKey)
    }
  }, [open])
  function toggle() {
    if (!open) onOpen()
    setOpen(!open)
  }
  return (
    <>
      <button
        ref={trigger}
        type="button"
        aria-label={label}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={toggle}
        className={cx(buttonClass('ghost'), 'aspect-square px-0!')}
      >
        {button}
      </button>
      {open && (
        <section
          ref={panel}
          id={id}
          aria-label={title}
          className="absolute top-full right-2 z-50 mt-1.5 w-80 max-w-[calc(100vw-1rem)] animate-[pop-in_.12s_var(--ease-out)] rounded-lg bg-raised shadow-pop md:right-6"
        >
          <h2 className="border-b border-line px-4 py-2.5 font-semibold">{title}</h2>
          {children}
        </section>
      )}
    </>
  )
}
