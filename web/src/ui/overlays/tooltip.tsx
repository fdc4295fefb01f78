import { cloneElement, useEffect, useId, useRef, useState, type ReactElement } from 'react'
import { cx } from '@/lib/cx'

/* Shared by all tooltips: after one has closed, the next opens at once within the skip window. */
const openDelay = 700
const skipWindow = 300
let lastClosed = -Infinity

/** A short label beside a control on hover or keyboard focus. */
export function Tooltip({
  label,
  children,
  side = 'bottom',
}: {
  label: string
  children: ReactElement<{ 'aria-describedby'?: string | undefined }>
  side?: 'top' | 'bottom'
}) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  function show(now = false) {
    clearTimeout(timer.current)
    if (now || performance.now() - lastClosed < skipWindow) setOpen(true)
    else timer.current = setTimeout(() => setOpen(true), openDelay)
  }
  function hide() {
    clearTimeout(timer.current)
    if (open) lastClosed = performance.now()
    setOpen(false)
  }
  useEffect(() => {
    if (!open) return
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && setOpen(false)
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [open])
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <span
      className="relative inline-flex"
      onPointerEnter={(event) => event.pointerType === 'mouse' && show()}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={(event) => event.target.matches(':focus-visible') && show(true)}
      onBlur={hide}
    >
      {cloneElement(children, { 'aria-describedby': open ? id : undefined })}
      {open && (
        <span
          id={id}
          role="tooltip"
          className={cx(
            'pointer-events-none absolute left-1/2 z-40 -translate-x-1/2 rounded-sm bg-ink px-2 py-1 text-xs whitespace-nowrap text-canvas shadow-pop',
            side === 'bottom' ? 'top-full mt-1.5' : 'bottom-full mb-1.5',
          )}
        >
          {label}
        </span>
      )}
    </span>
  )
}
