import type { TableRowOf } from '@/api/tables'
import { num } from '@/lib/format'
import { LevelBadge, ShortList, Subject } from '@/tables/cells'
import { PageLink, PageText } from '@/ui/page-link'
import { columnsOf } from '@/tables/columns'
import type { TableDefinition } from '@/tables/definition'
import { SubjectLink } from '@/tables/panel/subject-link'
import { Unknown } from '@/tables/unknown'

type Row = TableRowOf<'/api/seo/internal-links'>
const column = columnsOf<Row>()

const unseen = 'Connect Search Console to see this.'

/** Pages that need more internal links, with anchor texts and source pages. */
export const internalLinks: TableDefinition<'/api/seo/internal-links'> = {
  path: '/api/seo/internal-links',
  title: 'Internal Links',
  providers: ['gsc'],
  rowsName: 'pages and queries',
  sort: '-estimatedLift',
  days: 28,
  emptyText: 'No page near page one lacks internal links.',
  subject: ({ targetPage }) => ({ kind: 'page', page: targetPage }),
  columns: [
    column.custom('targetPage', 'Target page', ({ targetPage, query }) => (
      <Subject below={query}>
        <SubjectLink subject={{ kind: 'page', page: targetPage }}>
          <PageText url={targetPage} />
        </SubjectLink>
      </Subject>
    )),
    column.position('currentPosition', 'Current position', { unknown: unseen }),
    column.custom('opportunity', 'Opportunity', ({ opportunity }) => (
      <LevelBadge level={opportunity} kind="chance" />
    )),
    column.custom(
      'suggestedAnchors',
      'Suggested anchors',
      ({ targetPage, suggestedAnchors }) => (
        <ShortList label={`Anchors for ${targetPage}`} items={suggestedAnchors} />
      ),
      { sortable: false },
    ),
    column.custom(
      'sourcePages',
      'Link from',
      ({ targetPage, sourcePages }) => (
        <ShortList
          label={`Pages to link to ${targetPage} from`}
          items={sourcePages}
          renderItem={(url) => <PageLink url={url} />}
          none="No new linking pages found."
        />
      ),
      { sortable: false, hint: 'Pages that rank for the same queries and don’t link to it yet.' },
    ),
    column.custom(
      'estimatedLift',
      'Estimated lift',
      ({ estimatedLift }) =>
        estimatedLift === null ? (
          <Unknown reason={unseen} />
        ) : (
          <span className="whitespace-nowrap">+{num(estimatedLift)} clicks</span>
        ),
      { align: 'right', hint: 'Per month.' },
    ),
  ],
}
