/** Scrolled sideways, a row still says what it is about: its first cell stays, with a line beside it where that happens. */
export const firstColumn = 'sticky left-0 z-1 max-md:shadow-[1px_0_0_var(--color-line)]'
