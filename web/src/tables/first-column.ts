/**
 * Scrolled sideways, a row still says what it is about: its first cell stays, with a line beside it where that happens.
 * The line is a box of its own: cells of such tables take no shadow, and their borders scroll away.
 */
export const firstColumn =
  'sticky left-0 z-1 max-md:after:absolute max-md:after:inset-y-0 max-md:after:right-0 max-md:after:w-px max-md:after:bg-line'
