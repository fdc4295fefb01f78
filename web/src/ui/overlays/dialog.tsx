import { Dialog as HeadlessDialog, DialogBackdrop, DialogPanel, DialogTitle } from '@headlessui/react'
import { useEffect, useRef, type ReactNode } from 'react'
import { cx } from '@/lib/cx'
import { recoverFocusSoon, repeatFocus } from '@/lib/interaction/focus'
import { Button } from '@/ui/button'

repeatFocus()

type DialogProps = { open: boolean; onClose: () => void; title: string; wide?: boolean; children: ReactNode }

/** A modal dialog; its children include its buttons (see DialogActions). */
export function Dialog({ open, onClose, title, wide = false, children }: DialogProps) {
  const typed = useRef(false)
  const escaped = useRef(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => (escaped.current = event.key === 'Escape')
    const onPointer = () => (escaped.current = false)
    document.addEventListener('keydown', onKey, true)
    document.addEventListener('pointerdown', onPointer, true)
    return () => {
      document.removeEventListener('keydown', onKey, true)
      document.removeEventListener('pointerdown', onPointer, true)
    }
  }, [])
  /** What somebody typed is not thrown away by a click beside the dialog; Escape and its buttons close it. */
  function leave() {
    if (typed.current && !escaped.current) return
    onClose()
  }
  return (
    <HeadlessDialog
      open={open}
      onClose={leave}
      onInput={() => (typed.current = true)}
      className="fixed inset-0 z-40"
    >
      <Backdrop />
      <WhenClosed onClosed={() => (typed.current = false)} />
      <div className="fixed inset-0 flex items-end justify-center overflow-y-auto p-2 sm:items-center sm:p-6">
        <DialogPanel
          transition
          className={cx(
            'flex max-h-full w-full flex-col rounded-xl bg-surface shadow-pop transition duration-200 ease-out data-closed:translate-y-2 data-closed:opacity-0',
            wide ? 'max-w-2xl' : 'max-w-md',
          )}
        >
          <div className="flex items-center justify-between gap-2 py-3 pr-3 pl-5">
            <DialogTitle className="text-lg font-semibold">{title}</DialogTitle>
            <Button variant="ghost" icon="x" aria-label="Close" onClick={onClose} />
          </div>
          <div className="min-h-0 overflow-y-auto overscroll-contain px-5 pb-5">{children}</div>
        </DialogPanel>
      </div>
    </HeadlessDialog>
  )
}

/** The row of buttons at the foot of a dialog. */
export const DialogActions = ({ children }: { children: ReactNode }) => (
  <div className="mt-5 flex justify-end gap-2">{children}</div>
)

/** Gives the focus a place when what opened the dialog is gone. */
function WhenClosed({ onClosed }: { onClosed?: () => void }) {
  const closed = useRef(onClosed)
  useEffect(
    () => () => {
      closed.current?.()
      recoverFocusSoon()
    },
    [],
  )
  return null
}

const Backdrop = () => (
  <DialogBackdrop
    transition
    className="fixed inset-0 bg-black/25 transition-opacity duration-200 data-closed:opacity-0 dark:bg-black/55"
  />
)
