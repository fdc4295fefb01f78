import type { TableRowOf } from '@/api/tables'
import { share as shareOf } from '@/lib/format'
import { ShortList, Subject, Verdict } from '@/tables/cells'
import { PageLink } from '@/ui/page-link'
import { columnsOf } from '@/tables/columns'
import type { TableDefinition } from '@/tables/definition'
import { SubjectLink } from '@/tables/panel/subject-link'

type Row = TableRowOf<'/api/seo/cannibalization'>
const column = columnsOf<Row>()

const share = (page: Row['competingPages'][number] | undefined) => page && shareOf(page.share / 100)

/** Queries for which several pages of the site compete. */
export const cannibalization: TableDefinition<'/api/seo/cannibalization'> = {
  path: '/api/seo/cannibalization',
  title: 'Cannibalization',
  providers: ['gsc'],
  rowsName: 'queries',
  sort: '-totalImpressions',
  days: 90,
  actionable: true,
  emptyText: 'No pages compete for the same query in this period.',
  subject: ({ query }) => ({ kind: 'query', query }),
  columns: [
    column.custom('query', 'Query', ({ query }) => (
      <Subject>
        <SubjectLink subject={{ kind: 'query', query }}>{query}</SubjectLink>
      </Subject>
    )),
    column.custom(
      'competingPages',
      'Competing pages',
      ({ query, competingPages }) => (
        <ShortList
          label={`Pages that compete for ${query}`}
          items={competingPages.map(({ page }) => page)}
          renderItem={(page, i) => (
            <>
              <PageLink url={page} /> <span className="text-ink-3">{share(competingPages[i])}</span>
            </>
          )}
        />
      ),
      { wide: true, hint: 'With each page’s share of the query’s clicks and impressions.' },
    ),
    column.position('bestPosition', 'Best position'),
    column.number('totalImpressions', 'Total impressions'),
    column.custom(
      'recommendedAction',
      'Recommended action',
      ({ recommendedAction, insightId, insightTitle }) => (
        <Verdict action={recommendedAction} id={insightId} title={insightTitle} />
      ),
      { sortable: false },
    ),
  ],
}
