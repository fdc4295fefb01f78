import { area, curveMonotoneX, line } from 'd3-shape'
import { useId } from 'react'
import { cx } from '@/lib/cx'

type Point = readonly [x: number, y: number | null]
const width = 120
const height = 32
const padding = 2

const has = (p: Point) => p[1] !== null
const linePath = line<Point>(
  (p) => p[0],
  (p) => p[1] ?? 0,
)
  .defined(has)
  .curve(curveMonotoneX)
const areaPath = area<Point>(
  (p) => p[0],
  height,
  (p) => p[1] ?? 0,
)
  .defined(has)
  .curve(curveMonotoneX)

/** A trend without axes that fills its box; null is a gap. Without a label it is decoration. */
export function Sparkline({
  data,
  color = 'var(--color-c1)',
  className,
  label,
}: {
  data: readonly (number | null)[]
  color?: string
  className?: string
  label?: string
}) {
  const gradient = useId()
  const numbers = data.filter((value) => value !== null)
  const top = Math.max(...numbers)
  const low = Math.min(...numbers)
  const floor = low - (top - low) * 0.35
  const span = top - floor || 1
  const points: Point[] = data.map((value, i) => [
    (i / Math.max(1, data.length - 1)) * width,
    value === null ? null : height - padding - ((value - floor) / span) * (height - padding * 2),
  ])
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className={cx('block overflow-visible', className)}
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={!label}
    >
      <defs>
        <linearGradient id={gradient} x1="0" x2="0" y1="0" y2="1">
          <stop offset="0" stopColor={color} stopOpacity=".16" />
          <stop offset="1" stopColor={color} stopOpacity="0" />
        </linearGradient>
      </defs>
      <path d={areaPath(points) ?? ''} fill={`url(#${gradient})`} />
      <path
        d={linePath(points) ?? ''}
        fill="none"
        stroke={color}
        strokeWidth="1.5"
        vectorEffect="non-scaling-stroke"
        strokeLinejoin="round"
      />
    </svg>
  )
}
