/** Functions that focus the sensible place of what is on screen, the newest last. */
const places: (() => boolean)[] = []

/** Registers where the focus goes when what had it is gone; returns what removes it again. */
export function provideFocus(place: () => boolean) {
  places.push(place)
  return () => void places.splice(places.indexOf(place), 1)
}

/** Gives the focus a place when it was lost with a removed element: the list's next row, else the content. */
export function recoverFocus() {
  const active = document.activeElement
  if (active !== null && active !== document.body) return
  if (places.toReversed().some((place) => place())) return
  document.getElementById('main')?.focus({ preventScroll: true })
}

/** The same, once the browser has drawn what replaces the removed element. */
export const recoverFocusSoon = () => requestAnimationFrame(recoverFocus)
