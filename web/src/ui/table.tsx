import type { CSSProperties, MouseEvent, ReactNode } from 'react'
import { cx } from '@/lib/cx'
import { Icon } from './icons'
import type { RowPlace } from './list/list-rows'

/**
 * Tells the styles whether a table fits its box: without anything to scroll, its head can stay in view. What
 * can be folded is, if it does not fit otherwise, and stays so while the box keeps its width.
 */
function watchFit(box: HTMLElement | null) {
  if (!box) return undefined
  const fits = () => box.scrollWidth <= box.clientWidth
  let foldedAt = -1
  const observer = new ResizeObserver(() => {
    if (box.clientWidth !== foldedAt) box.removeAttribute('data-folded')
    foldedAt = fits() && !box.hasAttribute('data-folded') ? -1 : box.clientWidth
    box.toggleAttribute('data-folded', foldedAt >= 0)
    box.toggleAttribute('data-fits', fits())
  })
  for (const watched of [box, ...box.children]) observer.observe(watched)
  return () => observer.disconnect()
}

/** A table that scrolls sideways inside its box, so that the page never does; its head stays in view. */
export function Table({
  label,
  minWidth = 640,
  rowCount,
  cards = false,
  folded,
  children,
}: {
  label: string
  minWidth?: number
  /** The number of rows of a list that draws only some of them. */
  rowCount?: number | undefined
  /** Its rows are cards where there is no room for columns: cells need a data-label, wide ones data-wide. */
  cards?: boolean
  /** How many figures remain beside the name once columns fold; cells then need a place. */
  folded?: CSSProperties
  children: ReactNode
}) {
  return (
    <section
      ref={watchFit}
      aria-label={label}
      // Scrollable content must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      // The positioned box keeps visually hidden text inside it, which would otherwise widen the page.
      className="relative scroll-x focus-visible:-outline-offset-2"
    >
      <table
        className={cx('num w-full', cards && 'cards', folded && 'folds')}
        style={{ minWidth, ...folded }}
        aria-rowcount={rowCount === undefined ? undefined : rowCount + 1}
      >
        {children}
      </table>
    </section>
  )
}

/** The header row. */
export const TableHead = ({ className, children }: { className?: string; children: ReactNode }) => (
  <thead className={cx('border-b border-line bg-sunken text-left text-xs text-ink-3', className)}>
    <tr>{children}</tr>
  </thead>
)

type CellProps = {
  children?: ReactNode
  className?: string | undefined
  style?: CSSProperties | undefined
  align?: 'left' | 'right' | undefined
}

type BodyCellProps = CellProps & { 'data-label'?: string; 'data-wide'?: boolean; 'data-line'?: number }

/** A column header. */
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

type SortHeaderProps = Pick<CellProps, 'children' | 'className' | 'style' | 'align'> & {
  /** The field it sorts by; null if it cannot be sorted. */
  by: string | null
  /** The current order: a field, with a leading minus for descending. */
  sort: string
  onSort: (sort: string) => void
  /** The first click sorts descending. */
  descendingFirst?: boolean
  /** An explanation of the column, where its name does not suffice. */
  hint?: string | undefined
  'data-line'?: number
}

/** A column header that sorts; a second click reverses the order. */
export function SortHeader({
  by,
  sort,
  onSort,
  descendingFirst = false,
  align = 'left',
  hint,
  className,
  style,
  'data-line': line,
  children,
}: SortHeaderProps) {
  const direction = sort === by ? 'ascending' : sort === `-${by}` ? 'descending' : 'none'
  const turned = direction === 'none' ? descendingFirst : direction === 'ascending'
  return (
    <th
      scope="col"
      title={hint}
      style={style}
      data-line={line}
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
          {direction !== 'none' && (
            <Icon name={direction === 'ascending' ? 'up' : 'down'} size={12} className="shrink-0" />
          )}
        </button>
      )}
    </th>
  )
}

/** The table body. */
export const TableBody = ({ children }: { children: ReactNode }) => (
  <tbody className="divide-y divide-line">{children}</tbody>
)

type TableRowProps = {
  children: ReactNode
  onOpen?: (() => void) | undefined
  /** Its place in a list that draws only some of its rows. */
  place?: RowPlace
  /** It is being saved. */
  busy?: boolean
  className?: string | false
}

/** Follows the link of a row as a click on it would: with a key or the middle button in another tab. */
function follow({ button, ctrlKey, metaKey, target, currentTarget }: MouseEvent<HTMLTableRowElement>) {
  const link = currentTarget.querySelector<HTMLAnchorElement>('a[data-row-open]')
  if (!link || button > 1 || (target as Element).closest('a,button,input')) return
  if (button === 1 || ctrlKey || metaKey) open(link.href)
  else link.click()
}

/** A row: a click anywhere opens what onOpen says, or else follows its link with data-row-open. */
export const TableRow = ({ children, onOpen, place, busy, className }: TableRowProps) => (
  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
  <tr
    ref={place?.measure}
    data-index={place?.index}
    aria-rowindex={place && place.index + 2}
    aria-busy={busy || undefined}
    onClick={onOpen ?? follow}
    onAuxClick={follow}
    className={cx(
      'transition-colors focus-within:bg-sunken aria-busy:opacity-60',
      onOpen && 'cursor-pointer hover:bg-sunken',
      className,
    )}
  >
    {children}
  </tr>
)

/** A cell. */
export const TableCell = ({ children, className, align = 'left', ...data }: BodyCellProps) => (
  <td
    {...data}
    className={cx('px-3 py-2.5 first:pl-4 last:pr-4', align === 'right' && 'text-right', className)}
  >
    {children}
  </td>
)
