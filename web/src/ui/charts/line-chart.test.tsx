import { fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { clusters, ticks } from './chart-scale'
import { LineChart } from './line-chart'

const days = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20']
const chart = (overrides: Partial<Parameters<typeof LineChart>[0]> = {}) =>
  render(<LineChart name="Clicks" days={days} values={[10, 20, null, 30, 40]} text={String} {...overrides} />)

describe('a line chart', () => {
  it('leaves a gap where a day has no data, and never draws it as zero', () => {
    const { container } = chart()
    // A new path segment begins after the gap.
    expect(container.querySelector('[data-line]')!.getAttribute('d')!.match(/M/g)).toHaveLength(2)
    expect(screen.getByRole('row', { name: 'Nov 18, 2026 No data' })).toBeInTheDocument()
  })
  it('draws a day between two gaps as a dot, as no line would show it', () => {
    const { container } = chart({ values: [null, 20, null, null, null] })
    expect(container.querySelectorAll('circle')).toHaveLength(1)
  })
  it('says every figure in a table for who does not see it', () => {
    chart({ previous: [1, 2, 3, 4, 5], previousName: 'Last year' })
    const rows = within(screen.getByRole('table', { name: 'Clicks by day' })).getAllByRole('row')
    expect(rows.map((row) => row.textContent)).toEqual([
      'DayClicksLast year',
      'Nov 16, 2026101',
      'Nov 17, 2026202',
      'Nov 18, 2026No data3',
      'Nov 19, 2026304',
      'Nov 20, 2026405',
    ])
  })
  it('goes from day to day by the arrow keys, and says the day', async () => {
    chart()
    const slider = screen.getByRole('slider', { name: 'Clicks, day' })
    expect(slider).toHaveAttribute('aria-valuetext', 'Nov 20, 2026: 40')
    slider.focus()
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
    expect(slider).toHaveAttribute('aria-valuetext', 'Nov 18, 2026: no data')
    await userEvent.keyboard('{Home}')
    expect(slider).toHaveAttribute('aria-valuenow', '0')
  })
  it('shades the days of a span, as far as they are in sight', () => {
    const { container } = chart({ shaded: { from: '2026-11-18', to: '2026-12-31' } })
    expect(container.querySelector('[data-shaded]')).toHaveAttribute('data-shaded', '2026-11-18/2026-11-20')
  })
  it('tells what happened on a day when its mark gets the focus', () => {
    const { container } = chart({ marks: [{ day: '2026-11-17', text: 'Changed the title' }] })
    fireEvent.focus(screen.getByRole('button', { name: 'Nov 17, 2026: Changed the title' }))
    expect(container.querySelector('[data-chart-tip]')).toHaveTextContent(
      'Nov 17, 2026Clicks20Changed the title',
    )
  })
  it('shows nothing where no day has a figure', () => {
    const { container } = chart({ values: [null, null, null, null, null] })
    expect(container).toBeEmptyDOMElement()
  })
})

describe('the axis', () => {
  it.each([
    [0, 2300, [0, 500, 1000, 1500, 2000, 2500]],
    [0, 40, [0, 10, 20, 30, 40]],
    [3.2, 8.1, [2.5, 5, 7.5, 10]],
    [5, 5, [5, 5.2, 5.4, 5.6, 5.8, 6]],
  ])('from %d to %d has round steps that hold both', (min, max, steps) => {
    const found = ticks(min, max)
    expect(found[0]).toBeLessThanOrEqual(min)
    expect(found.at(-1)).toBeGreaterThanOrEqual(max)
    expect(found).toEqual(steps)
  })
  it.each([
    [0, 0],
    [0, 1],
    [0, 2],
    [0, 7],
  ])('of things that are counted from %i to %i has no halves', (min, max) => {
    expect(ticks(min, max, true).every(Number.isInteger)).toBe(true)
    expect(ticks(min, max, true).at(-1)).toBeGreaterThanOrEqual(max)
  })
})

it('marks too close to be hit alone stand together', () => {
  expect(clusters([30, 0, 10, 24], (x) => x, 24).map((group) => group.points)).toEqual([
    [0, 10],
    [24, 30],
  ])
})
