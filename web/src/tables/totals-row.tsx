import type { TablePath, TableRowOf } from '@/api/tables'
import type { Column, TableDefinition } from './definition'
import { firstColumn } from './first-column'
import type { Fold } from './fold'

/** The totals of all filtered rows, as the server sums them; nothing where a table has none. */
export function TotalsRow<P extends TablePath>({
  table,
  columns,
  fold,
  rows,
  totals,
}: {
  table: TableDefinition<P>
  columns: readonly Column<TableRowOf<P>>[]
  fold: Fold
  rows: readonly TableRowOf<P>[]
  totals: Record<string, number | null>
}) {
  if (columns.every(({ name }) => (totals[name] ?? null) === null)) return null
  // Shown like a row: in the currency that all rows share, and unknown where there is no total.
  const currency = rows[0] && 'currency' in rows[0] ? { currency: rows[0].currency } : {}
  const row = { ...totals, ...currency } as unknown as TableRowOf<P>
  return (
    <tfoot className="border-t border-line bg-sunken font-medium">
      <tr>
        {columns.map((column, n) =>
          n === 0 ? (
            <th
              key={column.name}
              scope="row"
              className={`py-2.5 pr-3 pl-4 text-left ${firstColumn} bg-sunken`}
              {...fold.cells[n]}
            >
              {table.totalLabel ?? 'Total'}
            </th>
          ) : (
            <td
              key={column.name}
              data-label={column.label}
              {...fold.cells[n]}
              className={`px-3 py-2.5 ${column.align === 'right' ? 'text-right' : ''}`}
            >
              {typeof totals[column.name] === 'number' && column.cell(row)}
            </td>
          ),
        )}
        {table.actions && <td aria-label="No actions" {...fold.actions} />}
      </tr>
    </tfoot>
  )
}
