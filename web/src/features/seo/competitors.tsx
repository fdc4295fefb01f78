import type { TableRowOf } from '@/api/tables'
import { domainText } from '@/lib/domain'
import { Subject } from '@/tables/cells'
import { columnsOf } from '@/tables/columns'
import type { TableDefinition } from '@/tables/definition'

type Row = TableRowOf<'/api/seo/competitors'>
const column = columnsOf<Row>()

const unknown = 'Semrush does not say this.'

/** Domains that rank for the same queries. */
export const competitors: TableDefinition<'/api/seo/competitors'> = {
  path: '/api/seo/competitors',
  title: 'Competitors',
  providers: ['semrush'],
  rowsName: 'competitors',
  sort: '-relevance',
  emptyText: 'Semrush knows no domain that ranks for the same queries.',
  columns: [
    column.custom('domain', 'Domain', ({ domain }) => <Subject>{domainText(domain)}</Subject>),
    column.share('relevance', 'Relevance', {
      digits: 0,
      hint: 'How much it competes, as Semrush sees it.',
      unknown,
    }),
    column.number('commonKeywords', 'Common Keywords', { unknown }),
    column.number('keywords', 'Its Keywords', { hint: 'In the top 100 of Google.', unknown }),
    column.share('overlap', 'Overlap', {
      digits: 0,
      hint: 'How many of its keywords are common.',
      unknown,
    }),
    column.number('traffic', 'Traffic', { hint: 'Visits a month, estimated.', unknown }),
    column.amount('trafficCost', 'Traffic Cost', {
      hint: 'What its visits of a month would cost as ads, in US dollars.',
      unknown,
    }),
  ],
}
