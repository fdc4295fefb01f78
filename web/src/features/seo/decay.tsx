import type { TableRowOf } from '@/api/tables'
import { Subject } from '@/tables/cells'
import { PageText } from '@/ui/page-link'
import { columnsOf } from '@/tables/columns'
import type { TableDefinition } from '@/tables/definition'
import { SubjectLink } from '@/tables/panel/subject-link'

type Row = TableRowOf<'/api/seo/decay'>
const column = columnsOf<Row>()

const reasons: Record<string, string> = {
  rank: 'Mostly lower rankings',
  snippet: 'Mostly lower CTR',
  demand: 'Mostly lower search demand',
  gone: 'No longer in Google',
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
  emptyText: 'No page lost impressions compared with the previous period.',
  subject: ({ url }) => ({ kind: 'page', page: url }),
  columns: [
    column.custom('url', 'URL', ({ url, reason }) => (
      <Subject below={reasons[reason]}>
        <SubjectLink subject={{ kind: 'page', page: url }}>
          <PageText url={url} />
        </SubjectLink>
      </Subject>
    )),
    column.number('impressions', 'Impressions', { change: 'impressionsChange', goodWhen: 'none' }),
    column.number('impressionsLost', 'Lost', { hint: 'Impressions lost compared with the earlier period.' }),
    column.position('position', 'Position', {
      change: 'positionChange',
      unknown: 'Google no longer shows this page.',
    }),
    column.number('clicks', 'Clicks', { change: 'clicksChange' }),
    column.day('publishedAt', 'Published', {
      hint: 'Last change of the page, from the latest crawl.',
      unknown: 'Publish date unknown.',
    }),
  ],
}
