import { useEffect, useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { cx } from '@/lib/cx'
import { buttonClass } from '@/ui/button'
import { Trigger } from './lazily'
import { placeBelow } from './place'

type PopoverProps = {
  /** The accessible name of a button without text. */
  label?: string
  /** The content of the button; inside LazyTrigger that has it. */
  button?: ReactNode
  buttonClassName?: string
  title: string
  align?: 'start' | 'end'
  /** Stands at its button, over everything else: for buttons inside boxes that cut off what overflows. */
  floating?: boolean
  onOpen?: () => void
  /** The content; a function receives the close callback. */
  children: ReactNode | ((close: () => void) => ReactNode)
}

/**
 * A panel opened by a button and closed by Escape, a click outside or a second click. It is placed below the
 * nearest positioned ancestor, such as the header, unless it floats. A field in it receives the focus.
 */
export function Popover({
  label,
  button,
  buttonClassName = cx(buttonClass('ghost'), 'aspect-square px-0!'),
  title,
  align = 'end',
  floating = false,
  onOpen,
  children,
}: PopoverProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    if (!open || !floating) return
    placeBelow(panel.current!, trigger.current!)
    panel.current!.querySelector<HTMLElement>('input, button')?.focus()
  }, [open, floating])
  useEffect(() => {
    if (!open) return
    const opener = trigger.current
    panel.current?.querySelector('input')?.focus()
    const onPointer = (event: Event) => {
      const inside = [trigger, panel].some((element) => element.current?.contains(event.target as Node))
      if (!inside) setOpen(false)
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setOpen(false)
    }
    document.addEventListener('pointerdown', onPointer)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', onPointer)
      document.removeEventListener('keydown', onKey)
      // The focused element was removed with the panel.
      if (document.activeElement === document.body) opener?.focus()
    }
  }, [open])
  function toggle() {
    if (!open) onOpen?.()
    setOpen(!open)
  }
  const content = (
    <section
      ref={panel}
      id={id}
      aria-label={title}
      className={cx(
        'z-50 max-w-[calc(100vw-1rem)] animate-[pop-in_.12s_var(--ease-out)] rounded-lg bg-raised shadow-pop',
        floating && 'fixed w-72',
        !floating && 'absolute top-full mt-1.5 w-80',
        !floating && (align === 'start' ? 'left-2 md:left-6' : 'right-2 md:right-6'),
      )}
    >
      <h2 className="border-b border-line px-4 py-2.5 font-semibold">{title}</h2>
      {typeof children === 'function' ? children(() => setOpen(false)) : children}
    </section>
  )
  return (
    <>
      <Trigger
        ref={trigger}
        type="button"
        aria-label={label}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={toggle}
        className={buttonClassName}
      >
        {button}
      </Trigger>
      {open && (floating ? createPortal(content, document.body) : content)}
    </>
  )
}
