import type { TableRowOf } from '@/api/tables'
import { PageLink, Subject } from '@/tables/cells'
import { columnsOf } from '@/tables/columns'
import type { TableDefinition } from '@/tables/definition'

type Row = TableRowOf<'/api/seo/pages'>
const column = columnsOf<Row>()

const unvisited = 'Google Analytics is not connected, or does not say this of the page.'
const unseen = 'Search Console is not connected, or does not say this of the page.'

/** Pages with their organic visits, conversions and rankings. */
export const pages: TableDefinition<'/api/seo/pages'> = {
  path: '/api/seo/pages',
  title: 'Pages',
  providers: ['gsc', 'ga4'],
  rowsName: 'pages',
  sort: '-clicks',
  days: 28,
  compare: 'optional',
  emptyText: 'No page was shown in Google or visited from it in these days.',
  columns: [
    column.custom('url', 'URL', ({ url }) => (
      <Subject>
        <PageLink url={url} />
      </Subject>
    )),
    column.number('sessions', 'Sessions', {
      change: 'sessionsChange',
      hint: 'Visits that came by organic search.',
      unknown: unvisited,
    }),
    column.number('conversions', 'Conversions', { unknown: unvisited }),
    column.share('conversionRate', 'Conv. Rate', { unknown: unvisited }),
    column.amount('revenue', 'Revenue', { unknown: unvisited }),
    column.position('avgPosition', 'Avg Position', { change: 'positionChange', unknown: unseen }),
    column.number('clicks', 'Clicks', {
      change: 'clicksChange',
      hint: 'Clicks in Google Search.',
      unknown: unseen,
    }),
  ],
}
