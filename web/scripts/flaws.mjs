/* oxlint-disable no-await-in-loop, no-console, unicorn/consistent-function-scoping -- a script of one step after the other */
/** What does not fit on the page, as sentences. Runs in the page, so it uses nothing of this file. */
export function flawsOf() {
  const flaws = []
  const nameOf = (element) => {
    const text = (element.getAttribute('aria-label') ?? element.textContent ?? '')
      .trim()
      .replaceAll(/\s+/g, ' ')
    return `${element.tagName.toLowerCase()} "${text.slice(0, 50)}"`
  }
  const isShown = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })

  const wider = document.documentElement.scrollWidth - window.innerWidth
  if (wider > 0) flaws.push(`scrolls sideways by ${wider}px`)

  /** Whether something scrolled or clipped leaves the middle of a control outside. */
  const isClipped = (element, x, y) => {
    for (let parent = element.parentElement; parent !== null; parent = parent.parentElement) {
      if (getComputedStyle(parent).overflow === 'visible') continue
      const box = parent.getBoundingClientRect()
      if (x < box.left || x > box.right || y < box.top || y > box.bottom) return true
    }
    return false
  }
  for (const control of document.querySelectorAll('a[href], button, input, select, textarea, [role="tab"]')) {
    if (!isShown(control) || control.closest('.sr-only, [aria-hidden="true"], [inert]')) continue
    control.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
    // A link over several lines has several boxes.
    const box = control.getClientRects()[0]
    if (box === undefined || box.width < 2 || box.height < 2) continue
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
    if (isClipped(control, x, y)) continue
    const hit = document.elementFromPoint(x, y)
    if (hit === null || control.contains(hit) || hit.contains(control)) continue
    // Of a card, the link covers everything but its other controls; a label stands for its input.
    if (hit.closest('label')?.contains(control) || control.closest('label')?.contains(hit)) continue
    flaws.push(`${nameOf(control)} lies under ${nameOf(hit)}`)
  }

  for (const element of document.querySelectorAll('body *')) {
    const hasText = [...element.childNodes].some(
      (node) => node.nodeType === 3 && node.textContent.trim() !== '',
    )
    // One pixel wide is text for screen readers.
    if (
      !hasText ||
      element.clientWidth <= 1 ||
      !isShown(element) ||
      element.closest('.sr-only, svg, [aria-hidden="true"]')
    )
      continue
    const style = getComputedStyle(element)
    if (style.display === 'inline' || style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none')
      continue
    const cut = style.overflowX !== 'visible' && style.overflowX !== 'auto' && style.overflowX !== 'scroll'
    const isControl = element.matches('button, a, [role="tab"]')
    if ((cut || isControl) && element.scrollWidth > element.clientWidth + 1)
      flaws.push(`the text of ${nameOf(element)} is cut off by ${element.scrollWidth - element.clientWidth}px`)
  }
  window.scrollTo(0, 0)
  return flaws
}
