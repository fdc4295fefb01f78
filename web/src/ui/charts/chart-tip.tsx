import type { CSSProperties } from 'react'
import { cx } from '@/lib/cx'
import { calendarDay, calendarShortDay } from '@/lib/format'
import { maxListedMarks } from './chart-scale'
import type { ChartData, ChartMark } from './line-chart'

type ChartTipProps = { data: ChartData; at: number; marks: readonly ChartMark[]; style: CSSProperties }

/** The tooltip of one day: its figures and marks. */
export function ChartTip({ data, at, marks, style }: ChartTipProps) {
  const { name, days, values, previous, previousName = 'Before', text } = data
  const day = days[at] ?? ''
  return (
    <div
      data-chart-tip
      className="pointer-events-none absolute z-10 max-w-60 min-w-36 rounded-md bg-raised px-3 py-2 shadow-pop"
      style={style}
    >
      <p className="text-2xs text-ink-3">{calendarDay(day)}</p>
      <Figure color="border-c1" name={name} value={values[at]} text={text} />
      {previous && (
        <Figure color="border-dashed border-c-prev" name={previousName} value={previous[at]} text={text} />
      )}
      {marks.slice(0, maxListedMarks).map((mark) => (
        <p
          key={`${mark.day} ${mark.text}`}
          className="mt-1.5 border-t border-line pt-1.5 text-xs text-pretty wrap-anywhere text-ink-2"
        >
          {mark.day !== day && <span className="text-ink-3">{calendarShortDay(mark.day)}: </span>}
          {mark.text}
        </p>
      ))}
      {marks.length > maxListedMarks && (
        <p className="mt-1.5 text-xs text-ink-3">{marks.length - maxListedMarks} more</p>
      )}
    </div>
  )
}

type FigureProps = {
  color: string
  name: string
  value: number | null | undefined
  text: (value: number) => string
}

const Figure = ({ color, name, value, text }: FigureProps) => (
  <p className="mt-1 flex items-center justify-between gap-4">
    <span className="flex items-center gap-1.5 text-ink-2">
      <i className={cx('w-3 border-t-2', color)} />
      {name}
    </span>
    <b className="num font-semibold">{typeof value === 'number' ? text(value) : 'No data'}</b>
  </p>
)
