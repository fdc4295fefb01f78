import { useState, type ReactNode } from 'react'
import { useEvidence, type Insight } from '@/api/insights'
import { cx } from '@/lib/cx'
import { num } from '@/lib/format'
import { currencyOf, evidenceText, fieldName } from '@/lib/evidence'
import { webAddress } from '@/lib/web-address'
import { firstColumn } from '@/tables/first-column'
import { Button } from '@/ui/button'
import { LoadError } from '@/ui/load-error'
import { SkeletonRows } from '@/ui/skeleton'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/ui/table'
import { EvidenceList, isLong } from './evidence-list'

const rowsLabel = 'Rows behind this opportunity'

/** Rows shown before Show all. */
const collapsedCount = 10

/** The rows behind an opportunity, collapsed to the first ones. */
export function EvidenceRows({ insight }: { insight: Insight }) {
  const { evidence, loading, error, reload } = useEvidence(insight.id)
  const [all, setAll] = useState(false)
  if (loading) return <SkeletonRows rows={3} label="Loading evidence" />
  if (error) return <LoadError error={error} onRetry={reload} />
  if (!evidence) return null
  const { rows } = evidence
  const filled = evidence.columns.filter((column) => rows.some((row) => !isEmpty(row[column])))
  // The subject of the opportunity is in its header and need not be repeated in every row.
  const informative = filled.filter((column) => rows.some((row) => row[column] !== insight.entity.page))
  const named = informative.length > 0 ? informative : filled
  const different = named.filter((column) => !isSame(rows, column))
  // Rows that are all alike need their columns.
  const columns = different.length > 0 ? different : named
  const alignOf = alignments(rows, columns)
  const site = commonOrigin(rows.flatMap((row) => named.map((column) => row[column])))
  const cell = (row: Record<string, unknown>, column: string, whole = false) => (
    <Cell column={column} value={row[column]} site={site} currency={currencyOf(insight)} whole={whole} />
  )
  if (rows.length === 1)
    return (
      <div className="rounded-lg border border-line px-4 pt-3">
        <EvidenceList
          label={rowsLabel}
          facts={named.map((column) => {
            const value = rows[0]![column]
            const text = evidenceText(column, value).replaceAll(`${site}/`, '/')
            return {
              name: column,
              label: fieldName(column),
              value: cell(rows[0]!, column, true),
              long: isLong(text),
            }
          })}
        />
      </div>
    )
  return (
    <>
      {rows.length > 0 && (
        <div className="overflow-hidden rounded-lg border border-line">
          {columns.length < named.length && (
            <SameInAll
              count={rows.length}
              facts={named
                .filter((column) => !columns.includes(column))
                .map((column) => [fieldName(column), cell(rows[0]!, column)])}
            />
          )}
          <Table label={rowsLabel} minWidth={0}>
            <TableHead>
              {columns.map((column, n) => (
                <TableHeader
                  key={column}
                  align={alignOf[column]}
                  className={n === 0 ? pinned('bg-sunken') : undefined}
                >
                  {fieldName(column)}
                </TableHeader>
              ))}
            </TableHead>
            <TableBody>
              {(all ? rows : rows.slice(0, collapsedCount)).map((row, i) => (
                // The rows of a response keep their order and have no id.
                // oxlint-disable-next-line react/no-array-index-key
                <TableRow key={i}>
                  {columns.map((column, n) => (
                    <TableCell
                      key={column}
                      align={alignOf[column]}
                      className={cx('align-top', n === 0 && pinned('bg-surface'))}
                    >
                      {cell(row, column)}
                    </TableCell>
                  ))}
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </div>
      )}
      {rows.length > collapsedCount && (
        <Button size="sm" variant="ghost" className="mt-2" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show fewer rows' : `Show all ${num(rows.length)} rows`}
        </Button>
      )}
    </>
  )
}

/** The first column, which stays in view beside those that scroll. */
const pinned = (background: string) => `${firstColumn} ${background}`

/** What all rows share, once: it may be the very reason, such as no conversions. */
const SameInAll = ({ count, facts }: { count: number; facts: readonly [name: string, value: ReactNode][] }) => (
  <div className="flex flex-wrap gap-x-4 gap-y-1 border-b border-line px-4 py-2.5">
    <span className="text-ink-3">{count === 2 ? 'Both rows' : `All ${num(count)} rows`}</span>
    <dl className="contents">
      {facts.map(([name, value]) => (
        <div key={name} className="flex gap-1.5">
          <dt className="text-ink-3">{name}</dt>
          <dd className="num font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  </div>
)

const isSame = (rows: readonly Record<string, unknown>[], column: string) =>
  rows.every((row) => row[column] === rows[0]![column])

/** How columns are aligned: numbers right, to be compared by their last digits. */
const alignments = (rows: readonly Record<string, unknown>[], columns: readonly string[]) =>
  Object.fromEntries(
    columns.map((column) => {
      const isNumeric = rows.every((row) => typeof row[column] === 'number' || isEmpty(row[column]))
      return [column, isNumeric ? ('right' as const) : ('left' as const)]
    }),
  )

const isEmpty = (value: unknown) => value === null || value === undefined || value === ''

/** The origin that all addresses share, so that their paths tell them apart; empty if there is none. */
function commonOrigin(values: readonly unknown[]) {
  const addresses = values.filter((value) => typeof value === 'string').map(webAddress)
  const origins = new Set(addresses.filter((at) => at !== undefined).map((at) => new URL(at).origin))
  return origins.size === 1 ? [...origins].join('') : ''
}

type CellProps = { column: string; value: unknown; site: string; currency: string | undefined; whole: boolean }

/**
 * A long text that need not be whole takes two lines and is whole in its tooltip, by touch in its cell; an
 * address is a link.
 */
function Cell({ column, value, site, currency, whole }: CellProps) {
  if (isEmpty(value)) return <span className="text-ink-3">—</span>
  const text = evidenceText(column, value, currency).replaceAll(`${site}/`, '/')
  const href = typeof value === 'string' ? webAddress(value) : undefined
  const long = text.length > 30 && !whole
  const room = whole
    ? ''
    : long
      ? 'line-clamp-2 w-56 wrap-anywhere pointer-coarse:line-clamp-none'
      : 'block whitespace-nowrap'
  if (!href) {
    return (
      <span className={room} title={long ? text : undefined}>
        {text}
      </span>
    )
  }
  return (
    <a
      href={href}
      title={href}
      target="_blank"
      rel="noreferrer noopener nofollow"
      className={cx(room, long && 'max-sm:w-40', 'text-accent-ink hover:underline')}
    >
      {text}
    </a>
  )
}
