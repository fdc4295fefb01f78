import { useState, type ReactNode } from 'react'
import { useTable, type TablePath, type TableQuery } from '@/api/tables'
import { cx } from '@/lib/cx'
import { Button } from '@/ui/button'
import { LoadError } from '@/ui/load-error'
import { TableBody, TableCell, TableRow } from '@/ui/table'
import type { TableDefinition } from './definition'
import { firstColumn } from './first-column'

/** One page of rows and, once requested, the next one. */
export function TableRows<P extends TablePath>({
  table,
  query,
}: {
  table: TableDefinition<P>
  query: TableQuery
}) {
  const { rows, next, loading, error, reload } = useTable(table.path, query)
  const [more, setMore] = useState(false)
  const width = table.columns.length + (table.actions ? 1 : 0)
  if (loading) return <FullRow width={width}>Loading rows…</FullRow>
  if (error) {
    return (
      <FullRow width={width}>
        <LoadError error={error} onRetry={reload} />
      </FullRow>
    )
  }
  return (
    <>
      <TableBody>
        {rows?.map((row, i) => (
          // The rows of a response keep their order and have no id.
          // oxlint-disable-next-line react/no-array-index-key
          <TableRow key={i}>
            {table.columns.map((column, n) => (
              <TableCell
                key={column.name}
                align={column.align}
                className={cx('align-top', n === 0 && cx(firstColumn, 'bg-surface'))}
              >
                {column.cell(row)}
              </TableCell>
            ))}
            {table.actions && (
              <TableCell align="right" className="py-1! align-top">
                {table.actions(row)}
              </TableCell>
            )}
          </TableRow>
        ))}
      </TableBody>
      {next !== null && more && <TableRows table={table} query={{ ...query, cursor: next }} />}
      {next !== null && !more && (
        <FullRow width={width}>
          <Button onClick={() => setMore(true)}>Load more</Button>
        </FullRow>
      )}
    </>
  )
}

const FullRow = ({ width, children }: { width: number; children: ReactNode }) => (
  <tbody className="border-t border-line">
    <tr>
      <td colSpan={width} className="p-3 text-center text-ink-3">
        {children}
      </td>
    </tr>
  </tbody>
)
