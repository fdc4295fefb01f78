import type { TableRowOf } from '@/api/tables'
import { humanize, percent } from '@/lib/format'
import { LevelBadge, Subject, Verdict } from '@/tables/cells'
import { columnsOf } from '@/tables/columns'
import type { TableDefinition } from '@/tables/definition'
import { SubjectLink } from '@/tables/panel/subject-link'
import { Unknown } from '@/tables/unknown'
import { Badge } from '@/ui/badges/badge'
import { Button } from '@/ui/button'
import { RowMenu } from '@/ui/list/list-menu'
import { addedKeyword, excludedTerm, offer } from './editor-file'
import { termOf } from './subjects'

type Row = TableRowOf<'/api/ads/search-terms'>
const column = columnsOf<Row>()

/** The searches that led to ad clicks. */
export const searchTerms: TableDefinition<'/api/ads/search-terms'> = {
  path: '/api/ads/search-terms',
  title: 'Search Term Miner',
  providers: ['gads'],
  rowsName: 'terms and campaigns',
  sort: '-spend',
  days: 28,
  brand: true,
  actionable: true,
  covers: 'spend by search term',
  emptyText: 'No search term needs action in this period. “All rows” shows every term.',
  subject: termOf,
  columns: [
    column.custom('searchTerm', 'Search term', (row) => (
      <Subject below={row.spendShare !== null && `${percent(row.spendShare / 100)} of spend`}>
        <SubjectLink subject={termOf(row)}>{row.searchTerm}</SubjectLink>{' '}
        {row.isBrand && <Badge className="align-middle">Brand</Badge>}
      </Subject>
    )),
    column.custom(
      'campaign',
      'Campaign',
      ({ campaign, adGroup }) => (
        <Subject below={adGroup}>
          <span className="font-normal">{campaign}</span>
        </Subject>
      ),
      { wide: true },
    ),
    column.custom('matchType', 'Match type', ({ matchType }) => humanize(matchType)),
    column.amount('spend', 'Spend', { digits: 2 }),
    column.number('conversions', 'Conversions'),
    column.amount('cpa', 'CPA', { digits: 2, hint: 'Cost per conversion.', unknown: 'No conversions.' }),
    column.amount('targetCpa', 'Target CPA', {
      digits: 2,
      under: 'cpa',
      hint: 'Your target, or the account average.',
      unknown: 'The account has no conversions.',
    }),
    column.custom('seoOpportunity', 'SEO opportunity', ({ seoOpportunity }) =>
      seoOpportunity === null ? (
        <Unknown reason="Connect Search Console to see this." />
      ) : (
        <LevelBadge level={seoOpportunity} kind="chance" />
      ),
    ),
    column.custom('action', 'Action', (row) => <TermAction row={row} />, { sortable: false }),
  ],
  actions: (row) => <TermMenu row={row} />,
}

const add = (row: Row) => offer('Keyword file ready', `It adds “${row.searchTerm}”.`, addedKeyword(row))
const exclude = (row: Row) =>
  offer('Negative keyword ready', `It excludes “${row.searchTerm}”.`, excludedTerm(row))

/** The recommended action for a search term, with its button. */
const TermAction = ({ row }: { row: Row }) => (
  <span className="flex flex-col items-start gap-1.5">
    <Verdict short action={row.action} id={row.insightId} title={row.insightTitle} />
    {row.editorChange === 'add' && (
      <Button size="sm" onClick={() => add(row)}>
        Add as keyword
      </Button>
    )}
    {row.editorChange === 'exclude' && (
      <Button size="sm" onClick={() => exclude(row)}>
        Exclude
      </Button>
    )}
  </span>
)

/** The actions on a search term that is neither a keyword nor excluded yet, whatever is recommended. */
const TermMenu = ({ row }: { row: Row }) =>
  row.status === 'none' && (
    <RowMenu
      label={`Actions for ${row.searchTerm}`}
      items={[
        { label: 'Add as keyword', icon: 'plus', onSelect: () => add(row) },
        { label: 'Exclude', icon: 'dismiss', onSelect: () => exclude(row) },
      ]}
    />
  )
