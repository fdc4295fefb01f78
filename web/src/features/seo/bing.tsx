import type { TableRowOf } from '@/api/tables'
import { Subject } from '@/tables/cells'
import { PageLink } from '@/ui/page-link'
import { columnsOf } from '@/tables/columns'
import type { TableDefinition } from '@/tables/definition'

const ofQueries = columnsOf<TableRowOf<'/api/seo/bing-queries'>>()
const ofPages = columnsOf<TableRowOf<'/api/seo/bing-pages'>>()
const byWeek = 'Bing counts by week.'

/** What people searched for in Bing when they saw the site. */
export const bingQueries: TableDefinition<'/api/seo/bing-queries'> = {
  path: '/api/seo/bing-queries',
  title: 'Queries in Bing',
  providers: ['bing'],
  rowsName: 'queries',
  sort: '-clicks',
  days: 28,
  compare: 'optional',
  emptyText: 'Bing showed the site for no queries in this period.',
  columns: [
    ofQueries.custom('query', 'Query', ({ query }) => <Subject>{query}</Subject>),
    ofQueries.number('clicks', 'Clicks', { change: 'clicksChange', hint: byWeek }),
    ofQueries.number('impressions', 'Impressions', { change: 'impressionsChange', goodWhen: 'none' }),
    ofQueries.share('ctr', 'CTR', { hint: 'Share of impressions that were clicked.' }),
    ofQueries.position('avgPosition', 'Position', { hint: 'Average of the impressions, as Bing tells it.' }),
  ],
}

/** The pages of the site in the results of Bing. */
export const bingPages: TableDefinition<'/api/seo/bing-pages'> = {
  path: '/api/seo/bing-pages',
  title: 'Pages in Bing',
  providers: ['bing'],
  rowsName: 'pages',
  sort: '-clicks',
  days: 28,
  compare: 'optional',
  emptyText: 'Bing showed no pages of the site in this period.',
  columns: [
    ofPages.custom('url', 'Page', ({ url }) => (
      <Subject>
        <PageLink url={url} />
      </Subject>
    )),
    ofPages.number('clicks', 'Clicks', { change: 'clicksChange', hint: byWeek }),
    ofPages.number('impressions', 'Impressions', { change: 'impressionsChange', goodWhen: 'none' }),
    ofPages.share('ctr', 'CTR', { hint: 'Share of impressions that were clicked.' }),
    ofPages.position('avgPosition', 'Position', { hint: 'Average of the impressions, as Bing tells it.' }),
  ],
}

const ofIssues = columnsOf<TableRowOf<'/api/technical/bing-crawl-issues'>>()

/** What Bing could not crawl. */
export const bingCrawlIssues: TableDefinition<'/api/technical/bing-crawl-issues'> = {
  path: '/api/technical/bing-crawl-issues',
  title: 'Crawl issues in Bing',
  providers: ['bing'],
  rowsName: 'pages',
  sort: '-links',
  emptyText: 'Bing could crawl every page it knows.',
  columns: [
    ofIssues.custom('url', 'Page', ({ url }) => (
      <Subject>
        <PageLink url={url} />
      </Subject>
    )),
    ofIssues.custom('problem', 'Issue', ({ problem }) => problem),
    ofIssues.number('status', 'Status', { unknown: 'Bing got no response.' }),
    ofIssues.number('links', 'Inbound links', { hint: 'Links that Bing knows.' }),
    ofIssues.day('asOf', 'As of'),
  ],
}
