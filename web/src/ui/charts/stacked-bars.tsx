import type { ReactNode } from 'react'

/** A part of a bar with its color. */
export type BarPart = { name: string; value: number; color: string }
/** A bar with its caption. */
export type StackedBar = { key: string; title: string; parts: BarPart[]; below: ReactNode }

const width = 20
const height = 72
const gap = 1
/** The minimum height of a part, so that small ones are visible. */
const minPartHeight = 2

/**
 * A few stacked bars side by side on one scale, from the bottom up. The figures below are text for everybody;
 * the bars are decoration.
 */
export function StackedBars({ label, bars }: { label: string; bars: StackedBar[] }) {
  const maxTotal = Math.max(1, ...bars.map((bar) => total(bar.parts)))
  return (
    <ol aria-label={label} className="flex items-end justify-start gap-1">
      {bars.map((bar) => (
        <li key={bar.key} title={bar.title} className="flex w-12 min-w-0 shrink flex-col items-center gap-1">
          <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
            {stack(bar.parts, height / maxTotal).map((box) => (
              <rect
                key={box.name}
                x={0}
                y={box.y}
                width={width}
                height={box.height}
                rx={1.5}
                fill={box.color}
              />
            ))}
          </svg>
          <span className="sr-only">{bar.title}</span>
          {bar.below}
        </li>
      ))}
    </ol>
  )
}

const total = (parts: BarPart[]) => parts.reduce((sum, part) => sum + part.value, 0)

/** The boxes of a bar from the bottom up; an empty bar is a thin line. */
function stack(parts: BarPart[], scale: number) {
  let top = height
  const boxes = parts
    .filter((part) => part.value > 0)
    .map((part) => {
      const tall = Math.max(minPartHeight, part.value * scale - gap)
      top -= tall + gap
      return { name: part.name, color: part.color, y: Math.max(0, top), height: tall }
    })
  return boxes.length > 0
    ? boxes
    : [{ name: 'none', color: 'var(--color-line-strong)', y: height - 1, height: 1 }]
}
