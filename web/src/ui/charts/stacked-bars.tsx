import type { ReactNode } from 'react'

/** A part of a bar: how much, and the colour of its kind. */
export type BarPart = { name: string; value: number; color: string }
/** One bar with what stands under it. */
export type StackedBar = { key: string; title: string; parts: BarPart[]; below: ReactNode }

const width = 20
const height = 72
const gap = 1
/** So that a part of one in thousands is still seen. */
const smallest = 2

/**
 * A few stacked bars side by side on one scale, from the bottom up in the order of their parts. The figures under the
 * bars are text, so that everybody reads them; the bars themselves are decoration.
 */
export function StackedBars({ label, bars }: { label: string; bars: StackedBar[] }) {
  const largest = Math.max(1, ...bars.map((bar) => total(bar.parts)))
  return (
    <ol aria-label={label} className="flex items-end justify-start gap-1">
      {bars.map((bar) => (
        <li key={bar.key} title={bar.title} className="flex w-12 min-w-0 shrink flex-col items-center gap-1">
          <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
            {stack(bar.parts, height / largest).map((box) => (
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

/** Boxes from the bottom up; nothing to show leaves a line on the ground. */
function stack(parts: BarPart[], scale: number) {
  let top = height
  const boxes = parts
    .filter((part) => part.value > 0)
    .map((part) => {
      const tall = Math.max(smallest, part.value * scale - gap)
      top -= tall + gap
      return { name: part.name, color: part.color, y: Math.max(0, top), height: tall }
    })
  return boxes.length > 0
    ? boxes
    : [{ name: 'none', color: 'var(--color-line-strong)', y: height - 1, height: 1 }]
}
