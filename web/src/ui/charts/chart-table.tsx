import { calendarDay } from '@/lib/format'
import type { ChartData } from './line-chart'

/** The chart's data as a table for screen readers. */
export function ChartTable({ data }: { data: ChartData }) {
  const { name, days, values, previous, previousName = 'Before', text, marks = [] } = data
  const cell = (value: number | null | undefined) => (
    <td>{typeof value === 'number' ? text(value) : 'No data'}</td>
  )
  return (
    <div className="sr-only">
      <table>
        <caption>{name} by day</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">{name}</th>
            {previous && <th scope="col">{previousName}</th>}
            {marks.length > 0 && <th scope="col">Changes</th>}
          </tr>
        </thead>
        <tbody>
          {days.map((day, i) => (
            <tr key={day}>
              <th scope="row">{calendarDay(day)}</th>
              {cell(values[i])}
              {previous && cell(previous[i])}
              {marks.length > 0 && (
                <td>
                  {marks
                    .filter((mark) => mark.day === day)
                    .map((mark) => mark.text)
                    .join('. ')}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
