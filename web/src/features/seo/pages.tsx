import type { TableRowOf } from '@/api/tables'
import { Subject } from '@/tables/cells'
import { PageText } from '@/ui/page-link'
import { columnsOf } from '@/tables/columns'
import type { TableDefinition } from '@/tables/definition'
import { SubjectLink } from '@/tables/panel/subject-link'

type Row = TableRowOf<'/api/seo/pages'>
const column = columnsOf<Row>()

const unvisited = 'No Google Analytics data for this page.'
const unseen = 'No Search Console data for this page.'

/** Pages with their organic visits, conversions and rankings. */
export const pages: TableDefinition<'/api/seo/pages'> = {
  path: '/api/seo/pages',
  title: 'Pages',
  providers: ['gsc', 'ga4'],
  rowsName: 'pages',
  sort: '-clicks',
  days: 28,
  compare: 'optional',
  emptyText: 'No page had impressions or visits from Google in this period.',
  subject: ({ url }) => ({ kind: 'page', page: url }),
  columns: [
    column.custom('url', 'URL', ({ url }) => (
      <Subject>
        <SubjectLink subject={{ kind: 'page', page: url }}>
          <PageText url={url} />
        </SubjectLink>
      </Subject>
    )),
    column.number('sessions', 'Sessions', {
      change: 'sessionsChange',
      hint: 'Sessions from organic search.',
      unknown: unvisited,
    }),
    column.number('conversions', 'Conversions', { unknown: unvisited }),
    column.share('conversionRate', 'Conv. rate', { unknown: unvisited }),
    column.amount('revenue', 'Revenue', { unknown: unvisited }),
    column.position('avgPosition', 'Avg position', { change: 'positionChange', unknown: unseen }),
    column.number('clicks', 'Clicks', {
      change: 'clicksChange',
      hint: 'Clicks in Google Search.',
      unknown: unseen,
    }),
  ],
}
