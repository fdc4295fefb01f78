import type { ReactNode } from 'react'
import type { TablePath, TableRowOf } from '@/api/tables'
import type { Provider } from '@/lib/integration'
import type { Subject } from '@/lib/subject'

/** One column of an analysis table. */
export type Column<Row> = {
  /** Its field in the contract, which it is sorted by. */
  name: keyof Row & string
  label: string
  /** An explanation of the figure, where the label does not suffice. */
  hint?: string
  align?: 'left' | 'right'
  /** False if the server cannot sort by it. */
  sortable?: boolean
  /** The lowest value is the best: the first click sorts ascending. */
  ascendingFirst?: boolean
  /** It takes the whole width of a card; by default what cannot be sorted by does. */
  wide?: boolean
  /** The column whose figure it explains: it stands under it where there is no room beside it. */
  under?: keyof Row & string
  cell: (row: Row) => ReactNode
}

/** An analysis table: its source, filters and columns. */
export type TableDefinition<P extends TablePath> = {
  path: P
  title: string
  /** The providers of its rows: one of them must be connected. None: its rows come from a crawl. */
  providers: readonly Provider[]
  /** All of its providers must be connected. */
  needsAll?: boolean
  /** Its rows in the plural, such as "queries", for the search. */
  rowsName: string
  /** It has too few rows for a search. */
  noSearch?: boolean
  /** Its default order, which is the server's too. */
  sort: string
  /** Its default range; absent if it always shows the current state. */
  days?: 28 | 90
  /** Whether it compares: on request, or always. */
  compare?: 'optional' | 'always'
  /** Whether it has a brand filter. */
  brand?: boolean
  /** Whether it leaves out rows with nothing to do, unless asked for; or what the rows are that it keeps. */
  actionable?: boolean | string
  /** What its coverage is a share of, such as "clicks by query". */
  covers?: string
  columns: readonly Column<TableRowOf<P>>[]
  /** What the panel of a row looks into; its first column has the link. */
  subject?: (row: TableRowOf<P>) => Subject | null
  /** What the totals are of; "Total" unless given. */
  totalLabel?: string
  /** The actions on a row. */
  actions?: (row: TableRowOf<P>) => ReactNode
  /** Why it may have no rows although its providers are connected. */
  emptyText: string
}
