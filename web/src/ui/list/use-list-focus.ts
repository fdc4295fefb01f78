import { useCallback, useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import { provideFocus, recoverFocus } from '@/lib/interaction/focus'

/** How many frames a row may take to be there and to accept the focus. */
const patience = 30

/** The row with the focus, and how to move it. */
export type ListFocus = {
  /** Its index; undefined when the focus is elsewhere. */
  current: () => number | undefined
  /** The index of the row that had the focus last, from which the keyboard goes on. */
  last: () => number | undefined
  move: (index: number) => void
}

/** Keeps the focus in a list: it can be moved by row, and goes to the next row when its own is gone. */
export function useListFocus(
  body: RefObject<HTMLElement | null>,
  items: readonly unknown[],
  scrollTo: (index: number) => void,
): ListFocus {
  const held = useRef<{ index: number; element: Element }>(undefined)
  /** The row that gets the focus once the dialog is closed from which its own was removed. */
  const due = useRef<number>(undefined)
  const latest = useRef({ count: items.length, scrollTo })
  useLayoutEffect(() => {
    latest.current = { count: items.length, scrollTo }
  })
  const move = useCallback(
    (index: number) => {
      latest.current.scrollTo(index)
      let frames = 0
      const focus = () => {
        const row = body.current?.querySelector(`tr[data-index="${index}"]`)
        const place = row?.querySelector<HTMLElement>('[data-row-open], a, button')
        place?.focus({ preventScroll: true })
        // Until a dialog is gone, what is behind it takes no focus.
        const missed = !place || document.activeElement !== place
        if (missed && frames++ < patience) requestAnimationFrame(focus)
      }
      focus()
    },
    [body],
  )

  useEffect(() => {
    const onFocus = (event: Event) => {
      const element = event.target as Element
      const index = indexOf(body.current, element)
      if (index === undefined) return
      if (due.current === undefined) held.current = { index, element }
    }
    const onPointer = (event: Event) => {
      const target = event.target as Element
      // Who clicks beside the list has left it; dialogs and toasts belong to what is done in it.
      const belongs =
        body.current?.contains(target) || target.closest('[role=dialog], [role=region], [role=menu]')
      if (!belongs) held.current = undefined
    }
    document.addEventListener('focusin', onFocus)
    document.addEventListener('pointerdown', onPointer)
    const forget = provideFocus((lost) => {
      const { count } = latest.current
      const to = due.current ?? (lost ? held.current?.index : undefined)
      if (to === undefined || count === 0 || isDialogOpen()) return false
      due.current = undefined
      move(Math.min(to, count - 1))
      return true
    })
    return () => {
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('pointerdown', onPointer)
      forget()
    }
  }, [body, move])

  useLayoutEffect(() => {
    if (!held.current || held.current.element.isConnected) return
    if (isDialogOpen()) due.current = held.current.index
    else recoverFocus()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [items])

  return {
    current: () => indexOf(body.current, document.activeElement),
    last: () => held.current?.index,
    move,
  }
}

const isDialogOpen = () => document.querySelector('[role=dialog]') !== null

/** The index of the row around an element of the list. */
function indexOf(body: HTMLElement | null, element: Element | null) {
  const row = element?.closest('tr[data-index]')
  return row && body?.contains(row) ? Number(row.getAttribute('data-index')) : undefined
}
