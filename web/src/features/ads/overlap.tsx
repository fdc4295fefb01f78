import type { TableRowOf } from '@/api/tables'
import { Sentence, Subject } from '@/tables/cells'
import { PageLink } from '@/ui/page-link'
import { columnsOf } from '@/tables/columns'
import type { TableDefinition } from '@/tables/definition'
import { SubjectLink } from '@/tables/panel/subject-link'
import { Badge } from '@/ui/badges/badge'

type Row = TableRowOf<'/api/ads/paid-organic-overlap'>
const column = columnsOf<Row>()

/** What to do, and below it why. */
function Advice({ text }: { text: string }) {
  const [what, why] = text.split(': ')
  return (
    <Sentence>
      <span className="font-medium text-ink">{what}</span>
      {why && <span className="block text-xs first-letter:uppercase">{why}</span>}
    </Sentence>
  )
}

/** Searches with paid clicks although the site ranks for them. */
export const overlap: TableDefinition<'/api/ads/paid-organic-overlap'> = {
  path: '/api/ads/paid-organic-overlap',
  title: 'Paid & organic overlap',
  providers: ['gads', 'gsc'],
  needsAll: true,
  rowsName: 'queries',
  sort: '-paidCost',
  days: 28,
  brand: true,
  covers: 'spend by search term',
  emptyText: 'No paid search term also has organic impressions in this period.',
  subject: ({ query }) => ({ kind: 'query', query }),
  columns: [
    column.custom('query', 'Query', ({ query, page, isBrand }) => (
      <Subject below={page && <PageLink url={page} />}>
        <SubjectLink subject={{ kind: 'query', query }}>{query}</SubjectLink>{' '}
        {isBrand && <Badge className="align-middle">Brand</Badge>}
      </Subject>
    )),
    column.amount('paidCost', 'Ad spend', { digits: 2 }),
    column.number('paidClicks', 'Ad clicks'),
    column.number('paidConversions', 'Ad conversions'),
    column.position('organicPosition', 'Organic position'),
    column.number('organicClicks', 'Organic clicks'),
    column.custom('action', 'Action', ({ action }) => <Advice text={action} />, { sortable: false }),
  ],
}
