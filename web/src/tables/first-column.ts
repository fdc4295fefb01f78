/**
 * Keeps the first cell in view when a table scrolls sideways, with a line beside it. The line is a box of its
 * own, as table cells take no shadow and their borders scroll away.
 */
export const firstColumn =
  'sticky left-0 z-1 max-md:after:absolute max-md:after:inset-y-0 max-md:after:right-0 max-md:after:w-px max-md:after:bg-line'
