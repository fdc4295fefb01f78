import { useState, type ReactNode } from 'react'
import { usePortfolio } from '@/api/portfolio'
import { selectSite } from '@/api/selected-site'
import { useSites } from '@/api/sites'
import { domainText } from '@/lib/domain'
import { num } from '@/lib/format'
import { useUrlState } from '@/lib/use-url-state'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { EmptyState } from '@/ui/empty-state'
import { LoadError } from '@/ui/load-error'
import { SearchField } from '@/ui/forms/search-field'
import { Select } from '@/ui/forms/select'
import { SkeletonRows } from '@/ui/skeleton'
import { SortHeader, Table, TableBody, TableHead } from '@/ui/table'
import { sortRows, isMixed, type PortfolioRow as Row } from './portfolio-order'
import { PortfolioRow, wide } from './portfolio-row'
import { factsOf } from './site-facts'

/** Rows shown at first and added by each Show more: rendering hundreds of sites at once is slow. */
const pageSize = 50

/** From this many sites on, they can be searched and filtered. */
const searchThreshold = 5

/** What the filter shows, by its value in the URL. */
const filters: Record<string, { label: string; matches: (row: Row) => boolean }> = {
  attention: { label: 'Needs attention', matches: (row) => factsOf(row).length > 0 },
  data: { label: 'With data', matches: (row) => row.scoredAt !== null || row.traffic !== null },
  empty: { label: 'Without data', matches: (row) => row.scoredAt === null && row.traffic === null },
}
const shown = [
  { value: '', label: 'All sites' },
  ...Object.entries(filters).map(([value, { label }]) => ({ value, label })),
]

const columns = [
  { by: 'name', label: 'Site', numeric: false },
  {
    by: 'traffic',
    label: 'Last 28 days',
    numeric: true,
    hint: 'Clicks, else sessions; change against the 28 days before',
  },
  { by: 'insights', label: 'Open', numeric: true },
  {
    by: 'expected',
    label: 'Expected',
    numeric: true,
    hint: 'Per month: value × confidence; shared clicks count once',
  },
  { by: null, label: 'Top opportunity', numeric: false },
  { by: 'fixed', label: 'Fixed', numeric: true, hint: 'In the last 90 days' },
  { by: 'scoredAt', label: 'Updated', numeric: false },
] as const

type PortfolioProps = {
  /** Which client's or tag's sites; all without. */
  covered: { clientId?: string; tag?: string }
  /** Chooses them, where nothing else on the screen does. */
  filter?: ReactNode
  onOpen: (id: string) => void
  /** Called when a site was selected. */
  onSelect: () => void
}

/** Every site of the account with its totals: where there is the most to gain. */
export function Portfolio({ covered, filter, onOpen, onSelect }: PortfolioProps) {
  const { sites: figures, total, loading, error, reload } = usePortfolio(covered)
  const { sites } = useSites()
  const [{ sort, site: search, show }, set] = useUrlState({ sort: '-expected', site: '', show: '' })
  const [visibleCount, setVisibleCount] = useState(pageSize)
  const rows = (figures ?? []).flatMap((row): Row[] => {
    const site = sites?.find((item) => item.id === row.siteId)
    return site ? [{ ...site, ...row }] : []
  })
  const query = search.trim().toLowerCase()
  const matches = sortRows(
    rows.filter(
      (row) =>
        `${row.name}\n${domainText(row.domain)}`.toLowerCase().includes(query) &&
        (filters[show]?.matches(row) ?? true),
    ),
    sort,
  )
  const remaining = matches.length - visibleCount
  const omittedCount = (total ?? 0) - (figures?.length ?? 0)
  return (
    <Card
      title={figures ? `Sites (${num(total ?? rows.length)})` : 'Sites'}
      subtitle={`Open and completed opportunities by site.${
        isMixed(rows) ? ' Currencies and clicks are grouped separately.' : ''
      }`}
    >
      <div className="flex flex-wrap items-center gap-2 border-b border-line p-3 empty:hidden">
        {sites && sites.length > searchThreshold && (
          <>
            <SearchField
              label="Search sites"
              placeholder="Search sites..."
              value={search}
              onChange={(site) => set({ site })}
              className="min-w-0 flex-1 basis-56"
            />
            <Select label="Show" value={show} options={shown} onChange={(value) => set({ show: value })} />
          </>
        )}
        {filter}
      </div>
      {loading && <SkeletonRows label="Loading sites" />}
      {error && <LoadError error={error} onRetry={reload} />}
      {figures && matches.length === 0 && (
        <EmptyState
          icon="globe"
          title={query === '' && show === '' ? 'No sites yet' : 'No site matches this search'}
        />
      )}
      {matches.length > 0 && (
        <Table label="List of sites" minWidth={0}>
          <TableHead>
            {columns.map((column, i) => (
              <SortHeader
                key={column.label}
                by={column.by}
                sort={sort}
                onSort={(by) => set({ sort: by })}
                descendingFirst={column.numeric}
                align={column.numeric ? 'right' : 'left'}
                hint={'hint' in column ? column.hint : undefined}
                className={i === 0 || column.by === 'expected' ? undefined : wide}
              >
                {column.label}
              </SortHeader>
            ))}
          </TableHead>
          <TableBody>
            {matches.slice(0, visibleCount).map((row) => (
              <PortfolioRow
                key={row.siteId}
                row={row}
                onOpen={onOpen}
                onSelect={() => {
                  selectSite(row.siteId)
                  onSelect()
                }}
              />
            ))}
          </TableBody>
        </Table>
      )}
      {remaining > 0 && (
        <div className="border-t border-line p-3 text-center">
          <Button onClick={() => setVisibleCount(visibleCount + pageSize)}>
            Show {num(Math.min(pageSize, remaining))} more
          </Button>
        </div>
      )}
      {omittedCount > 0 && (
        <p className="border-t border-line px-4 py-3 text-center text-ink-3">
          {num(omittedCount)} more sites have less expected value than these.
        </p>
      )}
    </Card>
  )
}
