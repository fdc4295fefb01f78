import type { TableRowOf } from '@/api/tables'
import { Subject } from '@/tables/cells'
import { columnsOf } from '@/tables/columns'
import type { TableDefinition } from '@/tables/definition'

type Row = TableRowOf<'/api/ads/brand-split'>
const column = columnsOf<Row>()

/** Ads on brand searches compared with all others. */
export const brandSplit: TableDefinition<'/api/ads/brand-split'> = {
  path: '/api/ads/brand-split',
  title: 'Brand vs Non-brand',
  providers: ['gads'],
  rowsName: 'ad spend',
  noSearch: true,
  sort: 'type',
  days: 28,
  compare: 'optional',
  covers: 'spend by search term',
  emptyText: 'No ad spend in this period.',
  columns: [
    column.custom('type', 'Type', ({ type }) => <Subject>{type}</Subject>),
    column.amount('spend', 'Spend', { change: 'spendChange', goodWhen: 'none' }),
    column.number('conversions', 'Conversions', { change: 'conversionsChange' }),
    column.share('conversionRate', 'Conv. rate', {
      change: 'conversionRateChange',
      unknown: 'No clicks.',
    }),
    column.amount('cpa', 'CPA', {
      digits: 2,
      change: 'cpaChange',
      goodWhen: 'down',
      hint: 'Cost per conversion.',
      unknown: 'No conversions.',
    }),
    column.number('roas', 'ROAS', {
      digits: 1,
      change: 'roasChange',
      hint: 'Conversion value divided by ad spend.',
      unknown: 'No conversion values recorded.',
    }),
  ],
}
