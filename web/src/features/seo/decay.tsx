import type { TableRowOf } from '@/api/tables'
import { PageLink, Subject } from '@/tables/cells'
import { columnsOf } from '@/tables/columns'
import type { TableDefinition } from '@/tables/definition'

type Row = TableRowOf<'/api/seo/decay'>
const column = columnsOf<Row>()

const reasons: Record<string, string> = {
  rank: 'Mostly because it ranks lower',
  snippet: 'Mostly because it is clicked less where it is seen',
  demand: 'Mostly because fewer people search for it',
  gone: 'Google shows it no more',
}

/** Pages with falling impressions. */
export const decay: TableDefinition<'/api/seo/decay'> = {
  path: '/api/seo/decay',
  title: 'Content Decay',
  providers: ['gsc'],
  rowsName: 'pages',
  sort: '-impressionsLost',
  days: 28,
  compare: 'always',
  emptyText: 'No page lost impressions against the days it is compared with.',
  columns: [
    column.custom('url', 'URL', ({ url, reason }) => (
      <Subject below={reasons[reason]}>
        <PageLink url={url} />
      </Subject>
    )),
    column.number('impressions', 'Impressions', { change: 'impressionsChange' }),
    column.number('impressionsLost', 'Lost', { hint: 'Impressions fewer than in the days compared with.' }),
    column.position('position', 'Position', {
      change: 'positionChange',
      unknown: 'Google does not show the page any more.',
    }),
    column.number('clicks', 'Clicks', { change: 'clicksChange' }),
    column.day('publishedAt', 'Published', {
      hint: 'When the page was last changed, as the newest crawl says.',
      unknown: 'No crawl says when this page was published.',
    }),
  ],
}
