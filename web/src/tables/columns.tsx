import type { ReactNode } from 'react'
import { calendarDay, money, num, percent, tenths } from '@/lib/format'
import { Delta } from '@/ui/badges/delta'
import type { Column } from './definition'
import { Unknown } from './unknown'

type Name<Row> = keyof Row & string
type Options<Row> = Omit<Column<Row>, 'name' | 'label' | 'cell'> & {
  /** Why the figure may be missing. */
  unknown?: string
}
type NumberOptions<Row> = Options<Row> & {
  digits?: number
  /** The field with its change. */
  change?: Name<Row>
  /** The good direction of the change; up by default. */
  goodWhen?: 'up' | 'down' | 'none'
}

/** Creates the columns of a row type: each kind looks the same in every table. */
export function columnsOf<Row extends object>() {
  const figure = (
    name: Name<Row>,
    label: string,
    { unknown, digits: _digits, change, goodWhen = 'up', ...options }: NumberOptions<Row>,
    text: (value: number, row: Row) => string,
    delta: (change: number) => ReactNode = (points) => <Delta value={points / 100} goodWhen={goodWhen} />,
  ): Column<Row> => ({
    name,
    label,
    align: 'right',
    ...options,
    cell: (row) => {
      const value = numberIn(row, name)
      if (value === null) return <Unknown reason={unknown} />
      const by = change === undefined ? null : numberIn(row, change)
      return (
        <span className="inline-flex flex-col items-end whitespace-nowrap @max-2xl:items-start">
          {text(value, row)}
          {by !== null && delta(by)}
        </span>
      )
    },
  })

  return {
    /** A count or another plain number; with one digit, a ratio. */
    number: (name: Name<Row>, label: string, options: NumberOptions<Row> = {}) =>
      figure(name, label, options, options.digits === 1 ? tenths : num),
    /** A percentage. */
    share: (name: Name<Row>, label: string, options: NumberOptions<Row> = {}) =>
      figure(name, label, options, (value) => percent(value / 100, options.digits ?? 1)),
    /** An amount in the currency of the row. */
    amount: (name: Name<Row>, label: string, options: NumberOptions<Row> = {}) =>
      figure(name, label, options, (value, row) => money(value, currencyOf(row), options.digits ?? 0)),
    /** A search position: its change counts places gained, so that up is better. */
    position: (name: Name<Row>, label: string, options: NumberOptions<Row> = {}) =>
      figure(
        name,
        label,
        { hint: 'Average position in Google; 1 is the top.', ascendingFirst: true, ...options },
        tenths,
        (by) => {
          const gained = Math.round(by * 10) / 10
          return gained !== 0 && <Delta value={gained} text={tenths(Math.abs(gained))} />
        },
      ),
    /** A calendar day. */
    day: (name: Name<Row>, label: string, { unknown, ...options }: Options<Row> = {}): Column<Row> => ({
      name,
      label,
      ...options,
      cell: (row) => {
        const value = textIn(row, name)
        if (value === null) return <Unknown reason={unknown} />
        return (
          <time dateTime={value} className="whitespace-nowrap text-ink-2">
            {calendarDay(value)}
          </time>
        )
      },
    }),
    /** Anything else. */
    custom: (
      name: Name<Row>,
      label: string,
      cell: (row: Row) => ReactNode,
      options: Omit<Options<Row>, 'unknown'> = {},
    ): Column<Row> => ({ name, label, ...options, cell }),
  }
}

function numberIn<Row>(row: Row, name: Name<Row>) {
  const value = row[name]
  return typeof value === 'number' ? value : null
}

function textIn<Row>(row: Row, name: Name<Row>) {
  const value = row[name]
  return typeof value === 'string' && value !== '' ? value : null
}

/** The currency of a row; US dollars by default, as in Semrush. */
const currencyOf = (row: object) =>
  'currency' in row && typeof row.currency === 'string' && row.currency !== '' ? row.currency : 'USD'
