import type { CSSProperties } from 'react'
import type { Column } from './definition'

/** Whether a column holds sentences or lists, which take a line of their own where there is little room. */
export const isWide = <Row>({ wide, sortable }: Column<Row>) => wide ?? sortable === false

/** The place of a cell and of its head, as app.css reads it. */
export type CellPlace = { style: CSSProperties; 'data-line': number }

/** Where everything stands once the columns of a table do not fit side by side. */
export type Fold = {
  /** The number of columns beside the name. */
  table: CSSProperties
  /** In the order of the columns. */
  cells: readonly CellPlace[]
  /** The actions on a row. */
  actions: CellPlace
}

/**
 * Folds columns: a figure stands under the one that it belongs to, and texts stand on lines of their own; of
 * several texts the first one under the name, the others beside it.
 */
export function foldOf<Row>(columns: readonly Column<Row>[], hasActions: boolean): Fold {
  const isText = (column: Column<Row>, n: number) => n > 0 && isWide(column)
  const isUnder = ({ under }: Column<Row>) => columns.some(({ name }) => name === under)
  const remaining = columns.filter((column, n) => !isText(column, n) && !isUnder(column))
  const texts = columns.filter(isText)
  const indexOf = (name: string | undefined) => remaining.findIndex((column) => column.name === name) + 1
  const placeOf = (column: Column<Row>, n: number) => {
    if (n === 0) return placeAt(1, '1 / span 2')
    if (isUnder(column)) return placeAt(2, `${indexOf(column.under)}`)
    if (!isText(column, n)) return placeAt(1, `${indexOf(column.name)}`)
    const isFirst = column === texts[0]
    if (texts.length === 1) return placeAt(3, '1 / auto / -1')
    return isFirst ? placeAt(3, '1') : placeAt(texts.indexOf(column) + 2, '2 / auto / -1')
  }
  const figures = Math.max(1, remaining.length - 1 + Number(hasActions))
  return {
    table: property('--figures', figures),
    cells: columns.map(placeOf),
    actions: placeAt(1, '-2 / span 2'),
  }
}

const placeAt = (line: number, rest: string): CellPlace => ({
  style: property('--at', `${line} / ${rest}`),
  'data-line': line,
})

const property = (name: `--${string}`, value: string | number) => ({ [name]: value }) as CSSProperties
