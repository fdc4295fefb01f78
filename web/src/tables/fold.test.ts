import { expect, it } from 'vitest'
import { columnsOf } from './columns'
import { foldOf } from './fold'

type Row = { term: string; campaign: string; cost: number; cpa: number; target: number; action: string }
const column = columnsOf<Row>()
const term = column.custom('term', 'Search term', ({ term: text }) => text)
const campaign = column.custom('campaign', 'Campaign', ({ campaign: name }) => name, { wide: true })
const cost = column.amount('cost', 'Cost')
const cpa = column.amount('cpa', 'CPA')
const target = column.amount('target', 'Target CPA', { under: 'cpa' })
const action = column.custom('action', 'Action', (row) => row.action, { sortable: false })

/** The grid areas of the cells. */
const places = (columns: Parameters<typeof foldOf<Row>>[0]) =>
  foldOf(columns, true).cells.map(({ style }) => Object.values(style)[0])

it('puts a figure under the one it belongs to, and texts side by side below', () => {
  const columns = [term, campaign, cost, cpa, target, action]
  expect(places(columns)).toEqual(['1 / 1 / span 2', '3 / 1', '1 / 2', '1 / 3', '2 / 3', '3 / 2 / auto / -1'])
  expect(foldOf(columns, true).table).toEqual({ '--figures': 3 })
  expect(foldOf(columns, false).table).toEqual({ '--figures': 2 })
})

it('gives a single text the whole line', () => {
  expect(places([term, cost, action])).toEqual(['1 / 1 / span 2', '1 / 2', '3 / 1 / auto / -1'])
})

it('keeps a figure in the first line whose other figure is hidden', () => {
  expect(places([term, cost, target])).toEqual(['1 / 1 / span 2', '1 / 2', '1 / 3'])
})
