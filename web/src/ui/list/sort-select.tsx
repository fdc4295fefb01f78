import { cx } from '@/lib/cx'
import { Button } from '@/ui/button'
import { Select } from '@/ui/forms/select'

/** A column to sort by; without a field it cannot be. */
export type SortColumn = { by: string | null; label: string; descendingFirst?: boolean }

type SortSelectProps = {
  columns: readonly SortColumn[]
  /** The current order: a field, with a leading minus for descending. */
  sort: string
  onSort: (sort: string) => void
  className: string
}

/** The order of a list whose columns have no room for headers that sort. */
export function SortSelect({ columns, sort, onSort, className }: SortSelectProps) {
  const field = sort.replace(/^-/, '')
  const descending = sort !== field
  const options = columns.flatMap(({ by, label }) => (by === null ? [] : [{ value: by, label }]))
  const isFirst = (by: string) => columns.some((column) => column.by === by && column.descendingFirst)
  return (
    <div className={cx('flex items-center gap-1.5', className)}>
      <span className="text-xs whitespace-nowrap text-ink-3">Sort by</span>
      <Select
        label="Sort by"
        value={field}
        options={options}
        onChange={(by) => onSort(isFirst(by) ? `-${by}` : by)}
        className="flex-1"
      />
      <Button
        icon={descending ? 'down' : 'up'}
        aria-label={descending ? 'Sort ascending' : 'Sort descending'}
        onClick={() => onSort(descending ? field : `-${field}`)}
        className="pointer-coarse:h-11"
      />
    </div>
  )
}
