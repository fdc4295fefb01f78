import type { TableRowOf } from '@/api/tables'
import { domainText } from '@/lib/domain'
import { Subject } from '@/tables/cells'
import { columnsOf } from '@/tables/columns'
import type { TableDefinition } from '@/tables/definition'

type Row = TableRowOf<'/api/seo/competitors'>
const column = columnsOf<Row>()

const unknown = 'No data from Semrush.'

/** Domains that rank for the same queries. */
export const competitors: TableDefinition<'/api/seo/competitors'> = {
  path: '/api/seo/competitors',
  title: 'Competitors',
  providers: ['semrush'],
  rowsName: 'competitors',
  sort: '-relevance',
  emptyText: 'Semrush found no domain that ranks for the same keywords.',
  columns: [
    column.custom('domain', 'Domain', ({ domain }) => <Subject>{domainText(domain)}</Subject>),
    column.share('relevance', 'Relevance', {
      digits: 0,
      hint: 'Semrush’s competition level.',
      unknown,
    }),
    column.number('commonKeywords', 'Common keywords', { unknown }),
    column.number('keywords', 'Its keywords', { hint: 'Keywords in Google’s top 100.', unknown }),
    column.share('overlap', 'Overlap', {
      digits: 0,
      hint: 'Share of its keywords that you also rank for.',
      unknown,
    }),
    column.number('traffic', 'Traffic', { hint: 'Estimated visits per month.', unknown }),
    column.amount('trafficCost', 'Traffic cost', {
      hint: 'Estimated monthly cost of the same traffic as ads, in US dollars.',
      unknown,
    }),
  ],
}
