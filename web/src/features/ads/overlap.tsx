import type { TableRowOf } from '@/api/tables'
import { Sentence, Subject } from '@/tables/cells'
import { PageLink } from '@/ui/page-link'
import { columnsOf } from '@/tables/columns'
import type { TableDefinition } from '@/tables/definition'
import { Badge } from '@/ui/badges/badge'

type Row = TableRowOf<'/api/ads/paid-organic-overlap'>
const column = columnsOf<Row>()

/** Searches with paid clicks although the site ranks for them. */
export const overlap: TableDefinition<'/api/ads/paid-organic-overlap'> = {
  path: '/api/ads/paid-organic-overlap',
  title: 'Paid & organic overlap',
  providers: ['gads', 'gsc'],
  rowsName: 'queries',
  sort: '-paidCost',
  days: 28,
  brand: true,
  covers: 'spend by search term',
  emptyText: 'No paid search term also has organic impressions in this period.',
  columns: [
    column.custom('query', 'Query', ({ query, page, isBrand }) => (
      <Subject below={page && <PageLink url={page} />}>
        {query} {isBrand && <Badge className="align-middle">Brand</Badge>}
      </Subject>
    )),
    column.amount('paidCost', 'Ad spend', { digits: 2 }),
    column.number('paidClicks', 'Ad clicks'),
    column.number('paidConversions', 'Ad conversions'),
    column.position('organicPosition', 'Organic position'),
    column.number('organicClicks', 'Organic clicks'),
    column.custom('action', 'Action', ({ action }) => <Sentence>{action}</Sentence>, { sortable: false }),
  ],
}
