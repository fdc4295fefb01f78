import { useState } from 'react'
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
import { SkeletonRows } from '@/ui/skeleton'
import { SortHeader, Table, TableBody, TableHead } from '@/ui/table'
import { inOrder, isMixed, type PortfolioRow as Row } from './portfolio-order'
import { PortfolioRow, wide } from './portfolio-row'

/** Rows shown at first and added by each Show more: rendering hundreds of sites at once is slow. */
const batch = 50

const columns = [
  { by: 'name', label: 'Site', numeric: false },
  { by: 'insights', label: 'Open', numeric: true },
  {
    by: 'worth',
    label: 'Worth a month',
    numeric: true,
    hint: 'If all are fixed, each click once',
  },
  {
    by: 'expected',
    label: 'Expected',
    numeric: true,
    hint: 'Worth × confidence',
  },
  { by: null, label: 'Top opportunity', numeric: false },
  { by: 'fixed', label: 'Fixed', numeric: true, hint: 'In the last 90 days' },
  { by: 'scoredAt', label: 'Last scored', numeric: false },
] as const

type PortfolioProps = {
  onOpen: (id: string) => void
  /** Called when a site was selected. */
  onSelect: () => void
}

/** Every site of the account with its totals: where there is the most to gain. */
export function Portfolio({ onOpen, onSelect }: PortfolioProps) {
  const { sites: figures, total, loading, error, reload } = usePortfolio()
  const { sites } = useSites()
  const [{ sort, site: sought }, set] = useUrlState({ sort: '-expected', site: '' })
  const [drawn, setDrawn] = useState(batch)
  const rows = (figures ?? []).flatMap((row): Row[] => {
    const site = sites?.find((one) => one.id === row.siteId)
    return site ? [{ ...row, name: site.name, domain: domainText(site.domain) }] : []
  })
  const word = sought.trim().toLowerCase()
  const found = inOrder(
    rows.filter(({ name, domain }) => `${name}\n${domain}`.toLowerCase().includes(word)),
    sort,
  )
  const left = found.length - drawn
  const beyond = (total ?? 0) - (figures?.length ?? 0)
  return (
    <Card
      title={figures ? `Sites (${num(total ?? rows.length)})` : 'Sites'}
      subtitle={`Open opportunities of every site, what they are worth, and what was done.${
        isMixed(rows) ? ' Amounts of different currencies, and clicks, stand in groups of their own.' : ''
      }`}
    >
      {rows.length > batch && (
        <div className="border-b border-line p-3">
          <SearchField
            label="Search sites"
            placeholder="Search sites..."
            value={sought}
            onChange={(site) => set({ site })}
          />
        </div>
      )}
      {loading && <SkeletonRows label="Loading sites" />}
      {error && <LoadError error={error} onRetry={reload} />}
      {figures && found.length === 0 && (
        <EmptyState icon="globe" title={word === '' ? 'No sites yet' : 'No site matches this search'} />
      )}
      {found.length > 0 && (
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
            {found.slice(0, drawn).map((row) => (
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
      {left > 0 && (
        <div className="border-t border-line p-3 text-center">
          <Button onClick={() => setDrawn(drawn + batch)}>Show {num(Math.min(batch, left))} more</Button>
        </div>
      )}
      {beyond > 0 && (
        <p className="border-t border-line px-4 py-3 text-center text-ink-3">
          {num(beyond)} more sites have less expected value than these.
        </p>
      )}
    </Card>
  )
}
