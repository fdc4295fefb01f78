import type { TableRowOf } from '@/api/tables'
import { Subject } from '@/tables/cells'
import { PageLink } from '@/ui/page-link'
import { columnsOf } from '@/tables/columns'
import type { TableDefinition } from '@/tables/definition'
import { SubjectLink } from '@/tables/panel/subject-link'
import { Badge } from '@/ui/badges/badge'

type Row = TableRowOf<'/api/seo/queries'>
const column = columnsOf<Row>()

/** The queries for which the site was shown. */
export const queries: TableDefinition<'/api/seo/queries'> = {
  path: '/api/seo/queries',
  title: 'Queries',
  providers: ['gsc'],
  rowsName: 'queries',
  sort: '-clicks',
  days: 28,
  compare: 'optional',
  brand: true,
  covers: 'clicks by query',
  emptyText: 'Google reported no queries for this period.',
  subject: ({ query }) => ({ kind: 'query', query }),
  columns: [
    column.custom('query', 'Query', ({ query, page, isBrand }) => (
      <Subject below={page && <PageLink url={page} />}>
        <SubjectLink subject={{ kind: 'query', query }}>{query}</SubjectLink>{' '}
        {isBrand && <Badge className="align-middle">Brand</Badge>}
      </Subject>
    )),
    column.position('position', 'Position', { change: 'positionChange' }),
    column.number('impressions', 'Impressions', { change: 'impressionsChange', goodWhen: 'none' }),
    column.number('clicks', 'Clicks', { change: 'clicksChange' }),
    column.share('ctr', 'CTR', { hint: 'Share of impressions that were clicked.' }),
  ],
}
