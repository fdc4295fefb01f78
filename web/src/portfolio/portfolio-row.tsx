import type { ReactNode } from 'react'
import { ago, num } from '@/lib/format'
import { amountOf, valueRange } from '@/lib/insight'
import { followersText } from '@/lib/tasks'
import { TableCell, TableRow } from '@/ui/table'
import { SiteMark } from '@/ui/site-mark'
import { TypeIcon } from '@/ui/type-icon'
import type { PortfolioRow as Row } from './portfolio-order'
import { SiteDetails, SiteFacts, SiteSources, SiteTraffic } from './site-state'

/** Columns of the wide table only; the narrow one has their figures below the name. */
export const wide = 'hidden @3xl:table-cell @3xl:@max-5xl:px-2'

type PortfolioRowProps = { row: Row; onOpen: (id: string) => void; onSelect: () => void }

/** One site of the portfolio: a click selects it, a click on its top opportunity opens that. */
export function PortfolioRow({ row, onOpen, onSelect }: PortfolioRowProps) {
  return (
    <TableRow onOpen={onSelect}>
      <TableCell className="w-full align-top @3xl:w-auto">
        <span className="flex gap-2.5 @3xl:min-w-48">
          <SiteMark name={row.name} size={24} />
          <span className="min-w-0">
            <button
              type="button"
              aria-label={`Select ${row.name}`}
              onClick={(event) => {
                event.stopPropagation()
                onSelect()
              }}
              className="text-left font-medium wrap-anywhere"
            >
              {row.name}
            </button>
            <span className="block text-xs wrap-anywhere text-ink-3 empty:hidden">
              <SiteDetails site={row} />
            </span>
            <span className="mt-1 flex flex-wrap gap-x-3 gap-y-0.5 text-xs text-ink-3 empty:hidden @3xl:hidden">
              {row.scoredAt !== null && <span>{num(row.insights)} open</span>}
              {row.fixed > 0 && <span>{num(row.fixed)} fixed in 90 days</span>}
              {row.scoredAt !== null && <span>Updated {ago(row.scoredAt)}</span>}
            </span>
            <span className="mt-1.5 block empty:hidden">
              <SiteFacts site={row} />
            </span>
            {row.traffic && (
              <span className="mt-1.5 block @3xl:hidden">
                <SiteTraffic site={row} />
              </span>
            )}
            <span className="mt-1 block text-xs @3xl:hidden">
              <Top row={row} onOpen={onOpen} />
            </span>
          </span>
        </span>
      </TableCell>
      <TableCell align="right" className={`${wide} align-top`}>
        <SiteTraffic site={row} chartClass="@max-6xl:hidden" />
      </TableCell>
      <TableCell align="right" className={`${wide} align-top`}>
        {row.scoredAt === null ? <span className="text-ink-3">—</span> : num(row.insights)}
        {row.unknown > 0 && row.unknown < row.insights && <Below>{num(row.unknown)} not yet valued</Below>}
      </TableCell>
      <TableCell align="right" className="align-top">
        <Expected row={row} />
      </TableCell>
      <TableCell className={`${wide} w-full align-top`}>
        <Top row={row} onOpen={onOpen} />
      </TableCell>
      <TableCell align="right" className={`${wide} align-top`}>
        {num(row.fixed)}
      </TableCell>
      <TableCell className={`${wide} align-top text-ink-2`}>
        {row.scoredAt !== null && <span className="block whitespace-nowrap">{ago(row.scoredAt)}</span>}
        <div className="mt-1 min-w-36 text-xs">
          <SiteSources site={row} />
        </div>
      </TableCell>
    </TableRow>
  )
}

const Below = ({ children }: { children: ReactNode }) => (
  <span className="block text-xs whitespace-nowrap text-ink-3">{children}</span>
)

/** One amount per unit, each on its own line with its range. */
function Expected({ row }: { row: Row }) {
  if (row.expected.length === 0)
    return <span className="text-ink-3">{row.insights === 0 ? '—' : 'Not valued'}</span>
  return row.expected.map((value) => (
    <span key={`${value.unit} ${value.currency}`} className="block whitespace-nowrap">
      <span className="font-medium">{amountOf(value, value.mid)}</span>
      <Below>{valueRange(value)}</Below>
    </span>
  ))
}

function Top({ row: { top, scoredAt }, onOpen }: { row: Row; onOpen: (id: string) => void }) {
  if (!top) return <span className="text-ink-3">{scoredAt === null ? 'No data yet' : 'None open'}</span>
  return (
    <button
      type="button"
      onClick={(event) => {
        event.stopPropagation()
        onOpen(top.id)
      }}
      className="flex gap-2 text-left text-ink-2 hover:text-ink hover:underline @3xl:min-w-48 @3xl:max-w-96"
    >
      <TypeIcon type={top.type} small />
      <span className="wrap-anywhere">
        <span className="line-clamp-3">{top.title}</span>
        {top.followerIds && (
          <span className="text-xs text-ink-3">{followersText(top, [], top.followerIds.length)}</span>
        )}
      </span>
    </button>
  )
}
