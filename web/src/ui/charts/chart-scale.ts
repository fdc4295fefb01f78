/** Axis steps that are easy to count in, times a power of ten. */
const roundSteps = [0.5, 1, 2, 2.5, 5, 10]

/**
 * The ticks of an axis from min to max: three to five round steps, those with the least wasted space. Whole
 * numbers have no half steps.
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

/** Groups marks closer than a distance in pixels, as each alone would be too small to hit. */
export function clusters<T>(points: readonly T[], xOf: (point: T) => number, apart: number) {
  const groups: { x: number; points: T[] }[] = []
  for (const point of points.toSorted((a, b) => xOf(a) - xOf(b))) {
    const group = groups.at(-1)
    if (group && xOf(point) - group.x < apart) group.points.push(point)
    else groups.push({ x: xOf(point), points: [point] })
  }
  return groups
}

/** The most marks of a group to list one by one. */
export const maxListedMarks = 5

/** Space for the day labels, for the end of the line, and for one label, in pixels. */
const below = 24
const margin = 8
const nameWidth = 76

type LayoutOptions = {
  width: number
  height: number
  /** The top of the plot. */
  top: number
  lowIsBest: boolean
  whole: boolean
  tick: (value: number) => string
}

/** The layout of a chart: the positions of days and values, in pixels. */
export function layoutChart(values: readonly number[], days: number, options: LayoutOptions) {
  const { width, height: bottom, top, lowIsBest, whole, tick } = options
  const steps = ticks(lowIsBest ? Math.min(...values) : Math.min(0, ...values), Math.max(...values), whole)
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
    /** The interval of the labeled days. */
    every: Math.ceil(days / Math.max(2, Math.floor((right - left) / nameWidth))),
    x,
    y: (value: number) => {
      const share = (value - lowest) / span
      return top + height * (lowIsBest ? share : 1 - share)
    },
    /** The day nearest to an x position. */
    dayAt: (place: number) =>
      Math.max(0, Math.min(days - 1, Math.round(((place - left) / (right - left)) * last))),
    /** The side of a day with more room for a tip. */
    beside: (day: number) => (x(day) > width / 2 ? { right: width - x(day) + 12 } : { left: x(day) + 12 }),
  }
}

/** The layout of a chart. */
export type Plot = ReturnType<typeof layoutChart>
