import { useState, type KeyboardEvent, type PointerEvent } from 'react'
import { calendarDay } from '@/lib/format'
import { clusters, layoutChart, maxListedMarks } from './chart-scale'
import { ChartDrawing } from './chart-drawing'
import { ChartTable } from './chart-table'
import { ChartTip } from './chart-tip'
import { useWidth } from './use-width'

/** An event on a day. */
export type ChartMark = { day: string; text: string }

/** The data of a chart. */
export type ChartData = {
  /** The name of the series, such as "Clicks". */
  name: string
  /** Calendar days without gaps, oldest first. */
  days: readonly string[]
  /** The value of each day; null is a gap in the line. */
  values: readonly (number | null)[]
  /** The comparison, aligned by day: a dotted line. */
  previous?: readonly (number | null)[] | undefined
  previousName?: string | undefined
  /** Formats a value. */
  text: (value: number) => string
  marks?: readonly ChartMark[] | undefined
}

type LineChartProps = ChartData & {
  /** Formats a value on the axis, with less room. */
  tick?: (value: number) => string
  /** Lower is better, such as a position: the axis is inverted and need not begin at zero. */
  lowIsBest?: boolean
  /** Whole numbers: no half ticks. */
  whole?: boolean
  /** Shaded days, both inclusive. */
  shaded?: { from: string; to: string } | undefined
  height?: number
}

/** The minimum size of a click target, in pixels. */
const minTargetSize = 24

/**
 * A line chart of daily values, as wide as its box; nothing without values. Pointer, touch and arrow keys
 * move from day to day; marks can be clicked. Screen readers get the same figures as a table.
 */
export function LineChart({
  tick,
  lowIsBest = false,
  whole = false,
  shaded,
  height = 200,
  ...data
}: LineChartProps) {
  const { name, days, values, previous = [], text, marks = [] } = data
  const [box, width] = useWidth<HTMLDivElement>(560)
  const [at, setAt] = useState<number | null>(null)
  const allValues = [...values, ...previous].filter((value) => value !== null)
  if (allValues.length === 0) return null

  const top = marks.length > 0 ? minTargetSize + 4 : 10
  const plot = layoutChart(allValues, days.length, { width, height, top, lowIsBest, whole, tick: tick ?? text })
  const last = days.length - 1
  const visibleMarks = marks.filter((mark) => days.includes(mark.day))
  const groups = clusters(
    // Marks repeated on a day are shown once.
    [...new Map(visibleMarks.map((mark) => [`${mark.day} ${mark.text}`, mark])).values()],
    (mark) => plot.x(days.indexOf(mark.day)),
    minTargetSize,
  )

  function onPointer(event: PointerEvent<HTMLElement>) {
    const { left } = event.currentTarget.getBoundingClientRect()
    setAt(plot.dayAt(event.clientX - left))
  }
  const leave = (event: PointerEvent) => event.pointerType === 'mouse' && setAt(null)
  function onKey(event: KeyboardEvent) {
    if (event.key === 'Escape' && at !== null) {
      // Escape closes the tip, not the sheet around the chart.
      event.stopPropagation()
      return setAt(null)
    }
    const to = keyMoves[event.key]?.(at ?? last, last)
    if (to === undefined) return
    event.preventDefault()
    setAt(Math.max(0, Math.min(last, to)))
  }

  return (
    <figure aria-label={`${name} by day`} className="relative">
      <div ref={box} style={{ height }}>
        <div
          role="slider"
          tabIndex={0}
          aria-label={`${name}, day`}
          aria-valuemin={0}
          aria-valuemax={last}
          aria-valuenow={at ?? last}
          aria-valuetext={describeDay(data, at ?? last)}
          onPointerMove={onPointer}
          onPointerDown={onPointer}
          onPointerLeave={leave}
          onFocus={(event) => event.target.matches(':focus-visible') && setAt(at ?? last)}
          onBlur={() => setAt(null)}
          onKeyDown={onKey}
          className="h-full cursor-crosshair touch-pan-y select-none"
        >
          <ChartDrawing
            data={data}
            plot={plot}
            shaded={shaded}
            lines={groups.map((group) => group.x)}
            at={at}
          />
        </div>
        {groups.map(({ x, points }) => {
          const day = points[0]!.day
          const show = () => setAt(days.indexOf(day))
          const count = points.length > 9 ? '9+' : String(points.length)
          const texts = listed(points.map((mark) => `${calendarDay(mark.day)}: ${mark.text}`))
          return (
            <button
              key={day}
              type="button"
              aria-label={points.length > 1 ? `${count} changes. ${texts}` : texts}
              onPointerEnter={show}
              onPointerLeave={leave}
              onFocus={show}
              onBlur={() => setAt(null)}
              onClick={show}
              className="absolute top-0 flex size-6 -translate-x-1/2 items-center justify-center rounded-full"
              style={{ left: x }}
            >
              <span className="num flex size-4 items-center justify-center rounded-full border border-c3 bg-warn-soft text-2xs text-warn-ink">
                {points.length > 1 ? count : <i className="size-1 rounded-full bg-c3" />}
              </span>
            </button>
          )
        })}
      </div>
      {at !== null && (
        <ChartTip
          data={data}
          at={at}
          marks={groups.find(({ points }) => points.some((mark) => mark.day === days[at]))?.points ?? []}
          style={{ top: top + 4, ...plot.beside(at) }}
        />
      )}
      <ChartTable data={data} />
    </figure>
  )
}

function listed(texts: readonly string[]) {
  const more = texts.length - maxListedMarks
  return [...texts.slice(0, maxListedMarks), ...(more > 0 ? [`${more} more`] : [])].join('. ')
}

/** The target day of each slider key. */
const keyMoves: Record<string, (at: number, last: number) => number> = {
  ArrowRight: (at) => at + 1,
  ArrowUp: (at) => at + 1,
  ArrowLeft: (at) => at - 1,
  ArrowDown: (at) => at - 1,
  PageUp: (at) => at + 7,
  PageDown: (at) => at - 7,
  Home: () => 0,
  End: (_at, last) => last,
}

/** "Nov 18, 2026: 120 clicks, before 90 clicks. Changed the title." */
function describeDay({ days, values, previous, text, marks = [] }: ChartData, at: number) {
  const figure = (value: number | null | undefined) => (typeof value === 'number' ? text(value) : 'no data')
  const day = days[at] ?? ''
  const figures = [figure(values[at]), previous && `before ${figure(previous[at])}`].filter(Boolean).join(', ')
  return [`${calendarDay(day)}: ${figures}`, ...marks.filter((m) => m.day === day).map((m) => m.text)].join(
    '. ',
  )
}
