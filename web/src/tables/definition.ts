import type { ReactNode } from 'react'
import type { TablePath, TableRowOf } from '@/api/tables'
import type { Provider } from '@/lib/integration'

/** One column of an analysis table. */
export type Column<Row> = {
  /** Its name in the contract, which it is sorted by. */
  name: keyof Row & string
  label: string
  /** What the figure is, where the label alone does not say it. */
  hint?: string
  align?: 'left' | 'right'
  /** False where the server cannot sort by it. */
  sortable?: boolean
  /** The least figure is the best: a first press brings it to the top. */
  leastFirst?: boolean
  cell: (row: Row) => ReactNode
}

/** An analysis table: where its rows come from, what can be asked of it, and how a row looks. */
export type TableDefinition<P extends TablePath> = {
  path: P
  title: string
  /** What must be connected for it to have rows: one of them is enough. */
  providers: readonly [Provider, ...Provider[]]
  /** What a row is, in the plural, such as "queries": what a search looks into. */
  searched: string
  /** It has so few rows that nobody searches. */
  few?: boolean
  /** Its order until another is chosen, which is the server's own. */
  sort: string
  /** The days it shows until others are chosen; absent where it always shows the newest state. */
  days?: 28 | 90
  /** Whether it compares: when asked for, or always. */
  compare?: 'optional' | 'always'
  /** Whether searches that name the brand can be told from others. */
  brand?: boolean
  /** What its coverage is a share of, such as "clicks by query". */
  covers?: string
  columns: readonly Column<TableRowOf<P>>[]
  /** What can be done about a row. */
  actions?: (row: TableRowOf<P>) => ReactNode
  /** Why it may have no rows although its providers are connected. */
  nothing: string
}
