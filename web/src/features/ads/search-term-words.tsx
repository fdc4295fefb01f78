import { Link } from 'wouter'
import type { TableRowOf } from '@/api/tables'
import { useUrlState } from '@/lib/use-url-state'
import { Subject } from '@/tables/cells'
import { columnsOf } from '@/tables/columns'
import type { TableDefinition } from '@/tables/definition'
import { tableDefaults } from '@/tables/use-table-view'
import { Badge } from '@/ui/badges/badge'

type Row = TableRowOf<'/api/ads/search-term-words'>
const column = columnsOf<Row>()

/** What the address says of the tab: its terms, or the words in them. */
export const termsDefaults = { by: 'terms', rows: 'actionable', ...tableDefaults }

/** A word, which opens the search terms that have it, above its verdict. */
function Word({ row: { word, isBrand, action, insightId, insightTitle } }: { row: Row }) {
  const [, , addressWith] = useUrlState(termsDefaults)
  return (
    <>
      <Subject below={insightId === null && action}>
        <Link
          href={addressWith({ ...termsDefaults, q: `"${word}"`, rows: 'all' })}
          className="hit hover:underline"
        >
          {word}
        </Link>{' '}
        {isBrand && <Badge className="align-middle">Brand</Badge>}
      </Subject>
      {insightId !== null && (
        <Link
          href={`/opportunities?o=${insightId}`}
          className="mt-1.5 block text-xs/4 wrap-anywhere text-accent-ink hover:underline @2xl:max-w-64"
        >
          {insightTitle}
        </Link>
      )}
    </>
  )
}

/** The words that search terms share, alone and as phrases. */
export const searchTermWords: TableDefinition<'/api/ads/search-term-words'> = {
  path: '/api/ads/search-term-words',
  title: 'Words in search terms',
  providers: ['gads'],
  rowsName: 'words',
  sort: '-excess',
  days: 28,
  brand: true,
  actionable: 'In 2+ search terms',
  covers: 'spend by search term',
  totalLabel: 'All terms, each counted once',
  emptyText: 'No word is in two search terms of this period. “All rows” shows every word.',
  columns: [
    column.custom('word', 'Word or phrase', (row) => <Word row={row} />),
    column.number('terms', 'Search terms'),
    column.number('impressions', 'Impressions', { under: 'clicks' }),
    column.number('clicks', 'Clicks'),
    column.amount('spend', 'Spend', { digits: 2 }),
    column.number('conversions', 'Conversions'),
    column.amount('conversionValue', 'Conv. value', { under: 'conversions' }),
    column.amount('cpa', 'CPA', { digits: 2, hint: 'Cost per conversion.', unknown: 'No conversions.' }),
    column.amount('targetCpa', 'Target CPA', {
      digits: 2,
      under: 'cpa',
      hint: 'Your target, or the account average.',
      unknown: 'The account has no conversions.',
    }),
    column.amount('excess', 'Over target', {
      digits: 2,
      hint: 'Spend minus conversions × target CPA.',
      unknown: 'The account has no conversions.',
    }),
    column.amount('spendWithoutConversions', 'Cost without conversions', { digits: 2, under: 'spend' }),
  ],
}
