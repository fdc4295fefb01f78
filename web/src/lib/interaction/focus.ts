/**
 * Focuses the sensible place of something on screen if it has one: when the focus is lost, or when it went to
 * what merely was there before. Returns whether it did.
 */
export type FocusPlace = (lost: boolean) => boolean

/** The places of what is on screen, the newest last. */
const places: FocusPlace[] = []

/** Registers where the focus goes when what had it is gone; returns what removes it again. */
export function provideFocus(place: FocusPlace) {
  places.push(place)
  return () => void places.splice(places.indexOf(place), 1)
}

/** Gives the focus a place when it was lost with a removed element: the list's next row, else the content. */
export function recoverFocus() {
  const lost = document.activeElement === null || document.activeElement === document.body
  if (places.toReversed().some((place) => place(lost))) return
  if (lost) document.getElementById('main')?.focus({ preventScroll: true })
}

/** The same, once the browser has drawn what replaces the removed element. */
export const recoverFocusSoon = () => requestAnimationFrame(recoverFocus)

/** Tells a library that was just loaded what has the focus: it returns the focus to what it saw focused. */
export const repeatFocus = () => void document.activeElement?.dispatchEvent(new FocusEvent('focus'))
