import { area, curveMonotoneX, line } from 'd3-shape'
import { useId } from 'react'
import { calendarShortDay } from '@/lib/format'
import type { Plot } from './chart-scale'
import type { ChartData } from './line-chart'

type Point = readonly [x: number, y: number | null]

const has = (point: Point | undefined) => point !== undefined && point[1] !== null
const x = (point: Point) => point[0]
const y = (point: Point) => point[1] ?? 0
const linePath = line<Point>(x, y).defined(has).curve(curveMonotoneX)

type ChartDrawingProps = {
  data: ChartData
  plot: Plot
  shaded: { from: string; to: string } | undefined
  /** The x positions of the marks. */
  lines: readonly number[]
  /** The day under the pointer. */
  at: number | null
}

/** The SVG of a chart; its texts are HTML beside it. */
export function ChartDrawing({ data, plot, shaded, lines, at }: ChartDrawingProps) {
  const gradient = useId()
  const { days, values, previous } = data
  const ground = plot.top + plot.height
  const points = (of: readonly (number | null)[]): Point[] =>
    of.map((value, i) => [plot.x(i), value === null ? null : plot.y(value)])
  const valuePoints = points(values)
  const areaPath = area<Point>(x, ground, y).defined(has).curve(curveMonotoneX)
  return (
    <svg
      width={plot.right + plot.margin}
      height={plot.bottom}
      aria-hidden="true"
      className="block overflow-visible"
    >
      <defs>
        <linearGradient id={gradient} x1="0" x2="0" y1="0" y2="1">
          <stop offset="0" stopColor="var(--color-c1)" stopOpacity=".17" />
          <stop offset="1" stopColor="var(--color-c1)" stopOpacity="0" />
        </linearGradient>
      </defs>
      {shaded && <Shade days={days} shaded={shaded} plot={plot} />}
      {plot.steps.map((step) => (
        <g key={step}>
          <line
            x1={plot.left}
            x2={plot.right}
            y1={plot.y(step)}
            y2={plot.y(step)}
            stroke={plot.y(step) < ground - 1 ? 'var(--color-line)' : 'var(--color-line-strong)'}
            strokeDasharray={plot.y(step) < ground - 1 ? '2 4' : undefined}
          />
          <text x={plot.left - 8} y={plot.y(step) + 4} textAnchor="end" className="num fill-ink-3 text-2xs">
            {plot.tick(step)}
          </text>
        </g>
      ))}
      {days.map(
        (day, i) =>
          (days.length - 1 - i) % plot.every === 0 && (
            <text
              key={day}
              x={plot.x(i)}
              y={plot.bottom - 4}
              textAnchor={i === days.length - 1 ? 'end' : plot.x(i) - plot.left < 20 ? 'start' : 'middle'}
              className="num fill-ink-3 text-2xs"
            >
              {calendarShortDay(day)}
            </text>
          ),
      )}
      {lines.map((place) => (
        <line
          key={place}
          x1={place}
          x2={place}
          y1={plot.top - 4}
          y2={ground}
          stroke="var(--color-c3)"
          strokeDasharray="3 3"
        />
      ))}
      {previous && (
        <path
          d={linePath(points(previous)) ?? ''}
          fill="none"
          stroke="var(--color-c-prev)"
          strokeWidth="1.5"
          strokeDasharray="3 4"
        />
      )}
      {!plot.lowIsBest && <path d={areaPath(valuePoints) ?? ''} fill={`url(#${gradient})`} />}
      <path
        data-line
        d={linePath(valuePoints) ?? ''}
        fill="none"
        stroke="var(--color-c1)"
        strokeWidth="2"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      {/* A day between two gaps has no line, so it gets a dot. */}
      {valuePoints.map(
        (point, i) =>
          has(point) &&
          !has(valuePoints[i - 1]) &&
          !has(valuePoints[i + 1]) && (
            <circle key={days[i]} cx={x(point)} cy={y(point)} r="2" fill="var(--color-c1)" />
          ),
      )}
      {at !== null && (
        <>
          <line x1={plot.x(at)} x2={plot.x(at)} y1={plot.top} y2={ground} stroke="var(--color-line-strong)" />
          <Dot plot={plot} at={at} value={previous?.[at]} color="var(--color-c-prev)" />
          <Dot plot={plot} at={at} value={values[at]} color="var(--color-c1)" />
        </>
      )}
    </svg>
  )
}

/** The shaded days, as far as they are on the axis. */
function Shade({
  days,
  shaded,
  plot,
}: {
  days: readonly string[]
  shaded: { from: string; to: string }
  plot: Plot
}) {
  const from = days.findIndex((day) => day >= shaded.from)
  const to = days.findLastIndex((day) => day <= shaded.to)
  if (from === -1 || to < from) return null
  return (
    <rect
      data-shaded={`${days[from]}/${days[to]}`}
      x={plot.x(from)}
      y={plot.top}
      width={Math.max(2, plot.x(to) - plot.x(from))}
      height={plot.height}
      rx={2}
      fill="var(--color-accent-soft)"
    />
  )
}

type DotProps = { plot: Plot; at: number; value: number | null | undefined; color: string }

function Dot({ plot, at, value, color }: DotProps) {
  if (typeof value !== 'number') return null
  return (
    <circle
      cx={plot.x(at)}
      cy={plot.y(value)}
      r="4"
      fill={color}
      stroke="var(--color-surface)"
      strokeWidth="2"
    />
  )
}
