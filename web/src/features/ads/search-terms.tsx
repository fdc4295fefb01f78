import type { TableRowOf } from '@/api/tables'
import { words } from '@/lib/format'
import { LevelBadge, Sentence, Subject } from '@/tables/cells'
import { columnsOf } from '@/tables/columns'
import type { TableDefinition } from '@/tables/definition'
import { Unknown } from '@/tables/unknown'
import { Badge } from '@/ui/badge'
import { MenuAction, RowMenu } from '@/ui/menu'
import { addedKeyword, excludedTerm, offer } from './editor-file'

type Row = TableRowOf<'/api/ads/search-terms'>
const column = columnsOf<Row>()

/** What people searched for when they clicked on an ad. */
export const searchTerms: TableDefinition<'/api/ads/search-terms'> = {
  path: '/api/ads/search-terms',
  title: 'Search Term Miner',
  providers: ['gads'],
  searched: 'terms and campaigns',
  sort: '-spend',
  days: 28,
  brand: true,
  covers: 'spend by search term',
  nothing: 'Google names no search that was paid for in these days.',
  columns: [
    column.custom('searchTerm', 'Search Term', ({ searchTerm, isBrand }) => (
      <Subject>
        {searchTerm} {isBrand && <Badge className="align-middle">Brand</Badge>}
      </Subject>
    )),
    column.custom('campaign', 'Campaign', ({ campaign, adGroup }) => (
      <Subject below={adGroup}>
        <span className="font-normal">{campaign}</span>
      </Subject>
    )),
    column.custom('matchType', 'Match Type', ({ matchType }) => words(matchType)),
    column.amount('spend', 'Spend', { digits: 2 }),
    column.number('conversions', 'Conversions'),
    column.custom('seoOpportunity', 'SEO Opportunity', ({ seoOpportunity }) =>
      seoOpportunity === null ? (
        <Unknown reason="Search Console, which would say this, is not connected." />
      ) : (
        <LevelBadge level={seoOpportunity} of="chance" />
      ),
    ),
    column.custom('action', 'Action', ({ action }) => <Sentence>{action}</Sentence>, { sortable: false }),
  ],
  actions: (row) => <TermMenu row={row} />,
}

/** What can be done with a search that is neither a keyword nor excluded yet, whatever is advised. */
function TermMenu({ row }: { row: Row }) {
  const term = `“${row.searchTerm}”`
  if (row.status !== 'none') return null
  return (
    <RowMenu label={`Actions for ${row.searchTerm}`}>
      <MenuAction
        icon="plus"
        onSelect={() => offer('Keyword Added', `${term} is added in it.`, addedKeyword(row))}
      >
        Add as Keyword
      </MenuAction>
      <MenuAction
        icon="dismiss"
        onSelect={() => offer('Search Term Excluded', `${term} is excluded in it.`, excludedTerm(row))}
      >
        Exclude
      </MenuAction>
    </RowMenu>
  )
}
