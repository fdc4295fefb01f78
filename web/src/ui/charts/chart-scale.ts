/** Steps of an axis that people can count in: so many times a power of ten. */
const roundSteps = [0.5, 1, 2, 2.5, 5, 10]

/**
 * The marks of an axis that holds everything from min to max: three to five round steps, those that waste the least room. Things
 * that are counted have no half ones.
 */
export function ticks(min: number, max: number, whole = false) {
  const top = max > min ? max : min + 1
  const power = 10 ** Math.floor(Math.log10((top - min) / 3))
  const scales = roundSteps
    .map((round) => round * power)
    .filter((step) => !whole || Number.isInteger(step))
    .map((step) => {
      const first = Math.floor(min / step + 1e-9)
      const last = Math.ceil(top / step - 1e-9)
      return { step, first, steps: last - first, waste: last * step - top + (min - first * step) }
    })
  const best = scales.filter(({ steps }) => steps >= 3 && steps <= 5).toSorted((a, b) => a.waste - b.waste)[0]
  const { step, first, steps } = best ?? { step: whole ? 1 : power, first: Math.floor(min), steps: 4 }
  return Array.from({ length: steps + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)))
}

/** Neighbours that stand closer than so many pixels, together: each of them could not be hit alone. */
export function clusters<T>(points: readonly T[], xOf: (point: T) => number, apart: number) {
  const groups: { x: number; points: T[] }[] = []
  for (const point of points.toSorted((a, b) => xOf(a) - xOf(b))) {
    const group = groups.at(-1)
    if (group && xOf(point) - group.x < apart) group.points.push(point)
    else groups.push({ x: xOf(point), points: [point] })
  }
  return groups
}

/** As many points of a group are told one by one. */
export const toldOfMarks = 5

/** Room for the names of the days, for the end of the line, and for one name, in pixels. */
const below = 24
const margin = 8
const nameWidth = 76

type Wanted = {
  width: number
  height: number
  /** Where the drawing begins. */
  top: number
  lowIsBest: boolean
  whole: boolean
  tick: (value: number) => string
}

/** Where a chart of so many days draws the figures it holds, all in pixels. */
export function layOut(known: readonly number[], days: number, wanted: Wanted) {
  const { width, height: bottom, top, lowIsBest, whole, tick } = wanted
  const steps = ticks(lowIsBest ? Math.min(...known) : Math.min(0, ...known), Math.max(...known), whole)
  const lowest = steps[0] ?? 0
  const span = (steps.at(-1) ?? 1) - lowest
  const left = Math.max(28, 7 * Math.max(...steps.map((step) => tick(step).length)) + 8)
  const right = Math.max(left + 1, width - margin)
  const height = bottom - top - below
  const last = Math.max(1, days - 1)
  const x = (day: number) => left + (day / last) * (right - left)
  return {
    steps,
    tick,
    left,
    right,
    top,
    height,
    bottom,
    margin,
    lowIsBest,
    /** Every how manieth day is named. */
    every: Math.ceil(days / Math.max(2, Math.floor((right - left) / nameWidth))),
    x,
    y: (value: number) => {
      const share = (value - lowest) / span
      return top + height * (lowIsBest ? share : 1 - share)
    },
    /** The day nearest to a place. */
    dayAt: (place: number) =>
      Math.max(0, Math.min(days - 1, Math.round(((place - left) / (right - left)) * last))),
    /** Where something about a day stands: on the side that has more room. */
    beside: (day: number) => (x(day) > width / 2 ? { right: width - x(day) + 12 } : { left: x(day) + 12 }),
  }
}

/** The measures of a chart. */
export type Plot = ReturnType<typeof layOut>
