import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { Button } from '@/ui/button'
import { LoadError } from '@/ui/load-error'
import { useListFocus } from './use-list-focus'
import { useListKeys, type ListKey } from './use-list-keys'

/** Up to so many rows are all drawn, so that browser search finds them; of longer lists, the visible ones. */
const drawnAtOnce = 40

/** Rows drawn above and below the visible ones of a long list. */
const overscan = 8

/** So many rows before the end of what is loaded, the next page is read. */
const loadAhead = 20

/** Room for the header with the head of the table, and for the bar of a selection, in px. */
const scrollPadding = 96

/** What a row passes to its TableRow. */
export type RowPlace = { index: number; measure: (row: Element | null) => void }

type ListRowsProps<T> = {
  items: readonly T[]
  /** Identifies a row while the list changes around it. */
  keyOf: (item: T, index: number) => string | number
  /** The height of a usual row, in px. */
  rowHeight: number
  /** The number of columns. */
  columns: number
  children: (item: T, place: RowPlace) => ReactNode
  /** The keys that act on the row with the focus, besides J and K. */
  keys?: readonly ListKey<T>[]
  /** There are more rows on the server. */
  hasMore?: boolean
  onMore?: () => void
  loadingMore?: boolean
  moreError?: Error | undefined
  /** The rows will soon be others. */
  changing?: boolean
}

const nothing = () => {}

const noKeys: readonly never[] = []

/** The rows of a list of any length: only what is visible is drawn, and the next page is read ahead. */
export function ListRows<T>({
  items,
  keyOf,
  rowHeight,
  columns,
  children,
  keys = noKeys,
  hasMore = false,
  onMore = nothing,
  loadingMore = false,
  moreError,
  changing = false,
}: ListRowsProps<T>) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [top, setTop] = useState(0)
  // Its functions change nothing that a memoized row depends on.
  // oxlint-disable-next-line react/incompatible-library
  const rows = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => rowHeight,
    // Where nothing is laid out, as in tests, rows have their usual height.
    measureElement: (row) => row.getBoundingClientRect().height || rowHeight,
    getItemKey: (index) => keyOf(items[index]!, index),
    overscan: items.length <= drawnAtOnce ? drawnAtOnce : overscan,
    scrollMargin: top,
    scrollPaddingStart: scrollPadding,
    scrollPaddingEnd: scrollPadding,
    initialRect: { width: innerWidth, height: innerHeight },
    useFlushSync: false,
  })
  // What stands above the list may grow or shrink with any render.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useLayoutEffect(() => {
    const now = Math.round((body.current?.getBoundingClientRect().top ?? 0) + scrollY)
    if (now !== top) setTop(now)
  })
  const focus = useListFocus(body, items, (index) => rows.scrollToIndex(index, { align: 'auto' }))
  useListKeys(items, focus, keys)

  const drawn = rows.getVirtualItems()
  const last = drawn.at(-1)?.index ?? -1
  const isNearEnd = hasMore && !loadingMore && moreError === undefined && last >= items.length - loadAhead
  useEffect(() => {
    if (isNearEnd) onMore()
  }, [isNearEnd, onMore])

  const above = (drawn[0]?.start ?? top) - top
  const below = rows.getTotalSize() - ((drawn.at(-1)?.end ?? top) - top)
  return (
    <>
      <tbody
        ref={body}
        aria-busy={changing}
        className="divide-y divide-line transition-opacity aria-busy:opacity-60 aria-busy:delay-150"
      >
        <Space height={above} columns={columns} />
        {drawn.map(({ index }) => children(items[index]!, { index, measure: rows.measureElement }))}
        <Space height={below} columns={columns} />
      </tbody>
      {hasMore && (
        <tbody className="border-t border-line">
          <tr>
            <td colSpan={columns} className="p-3 text-center text-ink-3">
              {moreError ? (
                <LoadError error={moreError} onRetry={onMore} />
              ) : (
                <Button busy={loadingMore} onClick={onMore}>
                  {loadingMore ? 'Loading more…' : 'Load more'}
                </Button>
              )}
            </td>
          </tr>
        </tbody>
      )}
    </>
  )
}

/** The height of rows that are not drawn. */
const Space = ({ height, columns }: { height: number; columns: number }) =>
  height > 0 && (
    <tr aria-hidden="true">
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label */}
      <td colSpan={columns} style={{ height }} />
    </tr>
  )
