import type { Days, TablePath } from '@/api/tables'
import { cx } from '@/lib/cx'
import { num } from '@/lib/format'
import { SearchField } from '@/ui/forms/search-field'
import { Select } from '@/ui/forms/select'
import { FilterBar } from '@/ui/list/filter-bar'
import { SortSelect, type SortColumn } from '@/ui/list/sort-select'
import type { TableDefinition } from './definition'
import { PeriodControls } from './period/period-controls'
import type { TableView } from './use-table-view'

const brands = [
  { value: 'all', label: 'Brand + non-brand' },
  { value: 'brand', label: 'Brand only' },
  { value: 'non-brand', label: 'Non-brand only' },
]

const rowChoices = (kept: string | true) => [
  { value: 'actionable', label: kept === true ? 'Needs action' : kept },
  { value: 'all', label: 'All rows' },
]

/** The controls of a table: search, range, comparison and brand filter. */
export function TableControls<P extends TablePath>({
  table,
  view: { filters, set, period },
  columns,
  isSortHidden,
  total,
  shown,
}: {
  table: TableDefinition<P>
  view: TableView
  /** What it can be sorted by. */
  columns: readonly SortColumn[]
  /** No column on screen says what it is sorted by. */
  isSortHidden: boolean
  total: number | null
  /** The days on screen. */
  shown: Days | null | undefined
}) {
  return (
    <FilterBar
      label={`${table.title} filters`}
      active={filters.brand !== 'all' || filters.rows !== 'actionable'}
      search={
        !table.noSearch && (
          <SearchField
            label={`Search ${table.rowsName}`}
            placeholder={`Search ${table.rowsName}...`}
            value={filters.q}
            onChange={(q) => set({ q })}
            className="min-w-0 flex-1 @2xl:max-w-80 @2xl:basis-48"
          />
        )
      }
    >
      {table.days && <PeriodControls period={period} shown={shown} />}
      {table.brand && (
        <Select
          label="Brand"
          value={filters.brand}
          options={brands}
          onChange={(brand) => set({ brand })}
          className="flex-1 basis-2/5 @2xl:w-44 @2xl:flex-none @2xl:basis-auto"
        />
      )}
      {table.actionable && (
        <Select
          label="Rows"
          value={filters.rows}
          options={rowChoices(table.actionable)}
          onChange={(rows) => set({ rows })}
          className="flex-1 basis-2/5 @2xl:w-44 @2xl:flex-none @2xl:basis-auto"
        />
      )}
      <SortSelect
        columns={columns}
        sort={filters.sort}
        onSort={(sort) => set({ sort })}
        className={cx('basis-full', isSortHidden ? '@2xl:basis-auto' : '@2xl:hidden')}
      />
      {total !== null && (
        <span role="status" className="num ml-auto hidden text-xs text-ink-3 @2xl:inline">
          {rowCount(total)}
        </span>
      )}
    </FilterBar>
  )
}

/** "1 row", "1,204 rows" */
export const rowCount = (total: number) => `${num(total)} ${total === 1 ? 'row' : 'rows'}`
