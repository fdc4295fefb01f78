import { Link } from 'wouter'
import type { TableRowOf } from '@/api/tables'
import { Subject } from '@/tables/cells'
import { PageText } from '@/ui/page-link'
import { humanize } from '@/lib/format'
import { columnsOf } from '@/tables/columns'
import type { TableDefinition } from '@/tables/definition'
import { useOpenDetail } from './use-open-detail'

type Row = TableRowOf<'/api/technical/crawled-pages'>
const column = columnsOf<Row>()

const notSaid = 'The crawl does not say.'

/** The pages of the newest crawl. */
export const crawledPages: TableDefinition<'/api/technical/crawled-pages'> = {
  path: '/api/technical/crawled-pages',
  title: 'Crawled pages',
  providers: [],
  rowsName: 'pages',
  sort: '-issues',
  emptyText: 'Crawl this site, or upload a crawler’s export, to see its pages.',
  columns: [
    column.custom('url', 'Page', (row) => <PageLink row={row} />),
    column.number('status', 'Status', { unknown: 'No response, or blocked by robots.txt.' }),
    column.custom('indexable', 'Indexable', ({ indexable, reason }) =>
      indexable === null ? '–' : indexable ? 'Yes' : humanize(reason || 'no'),
    ),
    column.number('issues', 'Issues'),
    column.number('depth', 'Crawl depth', {
      hint: 'Clicks from the home page.',
      unknown: 'No link leads to it, or the crawl does not say.',
      ascendingFirst: true,
    }),
    column.number('inlinks', 'Inlinks', { unknown: notSaid }),
    column.number('words', 'Words', { unknown: notSaid }),
    column.number('responseMs', 'Response time (ms)', { unknown: notSaid }),
  ],
}

/** Opens all that the crawl tells of a page. */
function PageLink({ row: { url, title } }: { row: Row }) {
  const { addressOfPage } = useOpenDetail()
  return (
    <Subject below={title}>
      <Link
        href={addressOfPage(url)}
        data-row-open
        className="hit text-left font-medium wrap-anywhere hover:underline"
      >
        <PageText url={url} />
      </Link>
    </Subject>
  )
}
