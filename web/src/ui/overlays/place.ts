/** The space between a button and what it opens, and around that, in px. */
const [gap, padding] = [6, 8]

/** Puts a fixed box below its button, right edges together; above it where there is no room. */
export function placeBelow(box: HTMLElement, button: HTMLElement) {
  const at = button.getBoundingClientRect()
  const below = at.bottom + gap
  const fits = below + box.offsetHeight + padding <= innerHeight
  box.style.top = `${fits ? below : Math.max(padding, at.top - gap - box.offsetHeight)}px`
  const right = document.documentElement.clientWidth - at.right
  const mostRight = document.documentElement.clientWidth - box.offsetWidth - padding
  box.style.right = `${Math.max(padding, Math.min(right, mostRight))}px`
}
