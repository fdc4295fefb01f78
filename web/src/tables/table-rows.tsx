import { memo } from 'react'
import type { MoreRows } from '@/api/core/pages'
import type { TablePath, TableRowOf } from '@/api/tables'
import { cx } from '@/lib/cx'
import { ListRows, type RowPlace } from '@/ui/list/list-rows'
import { TableCell, TableRow } from '@/ui/table'
import type { Column, TableDefinition } from './definition'
import { firstColumn } from './first-column'
import { isWide, type Fold } from './fold'

const rowHeight = 52

type TableRowsProps<P extends TablePath> = {
  table: TableDefinition<P>
  columns: readonly Column<TableRowOf<P>>[]
  fold: Fold
  rows: readonly TableRowOf<P>[]
  more: MoreRows
}

/** The rows of a table, of any number. */
export const TableRows = <P extends TablePath>({ table, columns, fold, rows, more }: TableRowsProps<P>) => (
  <ListRows
    items={rows}
    // The rows of a response keep their order and have no id.
    keyOf={(_, index) => index}
    rowHeight={rowHeight}
    columns={columns.length + (table.actions ? 1 : 0)}
    {...more}
  >
    {(row, place) => (
      <Row
        key={place.index}
        row={row}
        place={place}
        columns={columns as readonly Column<unknown>[]}
        fold={fold}
        actions={table.actions as TableDefinition<never>['actions']}
      />
    )}
  </ListRows>
)

type RowProps = {
  row: unknown
  place: RowPlace
  columns: readonly Column<unknown>[]
  fold: Fold
  actions: TableDefinition<never>['actions']
}

/** A row is drawn again when it was read again, has moved or shows other columns. */
const Row = memo(
  ({ row, place, columns, fold, actions }: RowProps) => (
    <TableRow place={place}>
      {columns.map((column, n) => (
        <TableCell
          key={column.name}
          align={column.align}
          {...(n > 0 && { 'data-label': column.label, 'data-wide': isWide(column) })}
          {...fold.cells[n]}
          className={cx('align-top', n === 0 && cx(firstColumn, 'bg-surface'))}
        >
          {column.cell(row)}
        </TableCell>
      ))}
      {actions && (
        <TableCell align="right" className="py-1! align-top" {...fold.actions}>
          {actions(row as never)}
        </TableCell>
      )}
    </TableRow>
  ),
  (a, b) =>
    a.row === b.row && a.place.index === b.place.index && a.columns === b.columns && a.actions === b.actions,
)
