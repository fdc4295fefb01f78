/** Keeps the first cell in view when a table scrolls sideways. */
export const firstColumn = 'sticky left-0 z-1'
