import type { ReactNode } from 'react'
import { cx } from '@/lib/cx'
import { Icon } from './icons'

/** A table that scrolls sideways by itself, so that the page never does. */
export function Table({
  label,
  minWidth = 640,
  children,
}: {
  label: string
  minWidth?: number
  children: ReactNode
}) {
  return (
    <section
      aria-label={label}
      // What scrolls must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      // Words for screen readers alone are placed by what is positioned: here, or they would widen the page.
      className="relative scroll-x focus-visible:-outline-offset-2"
    >
      <table className="num w-full" style={{ minWidth }}>
        {children}
      </table>
    </section>
  )
}

/** The row of column names. */
export const TableHead = ({ children }: { children: ReactNode }) => (
  <thead className="border-b border-line bg-sunken text-left text-xs text-ink-3">
    <tr>{children}</tr>
  </thead>
)

type CellProps = { children?: ReactNode; className?: string | undefined; align?: 'left' | 'right' | undefined }

/** A column's name. */
export const TableHeader = ({ children, className, align = 'left' }: CellProps) => (
  <th
    scope="col"
    className={cx(
      'px-3 py-2 font-medium whitespace-nowrap first:pl-4 last:pr-4',
      align === 'right' && 'text-right',
      className,
    )}
  >
    {children}
  </th>
)

type SortHeaderProps = Pick<CellProps, 'children' | 'className' | 'align'> & {
  /** The word of its order; null where it cannot be sorted. */
  by: string | null
  /** The order there is: a word, with a minus when it runs downwards. */
  sort: string
  onSort: (sort: string) => void
  /** A first press begins with the largest. */
  descendingFirst?: boolean
  /** What the column says, where its name alone does not. */
  hint?: string | undefined
}

/** A column's name that sorts by it; a second press turns the order round. */
export function SortHeader({
  by,
  sort,
  onSort,
  descendingFirst = false,
  align = 'left',
  hint,
  className,
  children,
}: SortHeaderProps) {
  const direction = sort === by ? 'ascending' : sort === `-${by}` ? 'descending' : 'none'
  const turned = direction === 'none' ? descendingFirst : direction === 'ascending'
  return (
    <th
      scope="col"
      title={hint}
      aria-sort={by === null ? undefined : direction}
      className={cx(
        'px-3 py-2 font-medium whitespace-nowrap first:pl-4 last:pr-4',
        align === 'right' && 'text-right',
        className,
      )}
    >
      {by === null ? (
        children
      ) : (
        <button
          type="button"
          onClick={() => onSort(turned ? `-${by}` : by)}
          className="hit inline-flex items-center gap-1 hover:text-ink"
        >
          {children}
          {direction !== 'none' && <Icon name={direction === 'ascending' ? 'up' : 'down'} size={12} />}
        </button>
      )}
    </th>
  )
}

/** The rows. */
export const TableBody = ({ children }: { children: ReactNode }) => (
  <tbody className="divide-y divide-line">{children}</tbody>
)

/** A row; with onOpen the whole of it can be clicked (give one cell a button for the keyboard). */
export const TableRow = ({
  children,
  onOpen,
  className,
}: {
  children: ReactNode
  onOpen?: () => void
  className?: string | false
}) => (
  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
  <tr
    onClick={onOpen}
    className={cx('transition-colors', onOpen && 'cursor-pointer hover:bg-sunken', className)}
  >
    {children}
  </tr>
)

/** A cell. */
export const TableCell = ({ children, className, align = 'left' }: CellProps) => (
  <td className={cx('px-3 py-2.5 first:pl-4 last:pr-4', align === 'right' && 'text-right', className)}>
    {children}
  </td>
)
