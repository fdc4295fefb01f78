import { Suspense, useMemo } from 'react'
import { tableFile, useTableRows, type TablePath } from '@/api/tables'
import type { Site } from '@/api/sites'
import { toast } from '@/lib/toast'
import { lazyPart } from '@/lib/parts/lazy-part'
import { Card } from '@/ui/card'
import { DownloadLink } from '@/ui/download-link'
import { LoadError } from '@/ui/load-error'
import { SkeletonRows } from '@/ui/skeleton'
import { SortHeader, Table, TableHead } from '@/ui/table'
import type { TableDefinition } from './definition'
import { firstColumn } from './first-column'
import { foldOf } from './fold'
import { RowSheet } from './panel/row-sheet'
import { ScopeLine } from './scope-line'
import { rowCount, TableControls } from './table-controls'
import { TableRows } from './table-rows'
import { TotalsRow } from './totals-row'
import { useColumns } from './use-columns'
import { useTableView } from './use-table-view'

// The list is there first.
const ColumnsMenu = lazyPart(async () => ({ default: (await import('./columns-menu')).ColumnsMenu }))
// Only for a table without rows.
const NoRows = lazyPart(async () => ({ default: (await import('./no-rows')).NoRows }))
const ViewsMenu = lazyPart(async () => ({ default: (await import('./views-menu')).ViewsMenu }))

/** A table of a site's figures: its query is in the URL, and the server sorts, filters and pages. */
export function AnalysisTable<P extends TablePath>({ table, site }: { table: TableDefinition<P>; site: Site }) {
  const view = useTableView(table, site.id)
  const { rows, scope, total, loading, error, reload, more } = useTableRows(table.path, view.query)
  const screen = table.path.replace('/api', '')
  const choices = table.columns.map(({ name, label }) => ({
    id: name as string,
    label,
    isEmpty: scope?.totals[`${name}Known`] === 0,
  }))
  const { shown, choose } = useColumns(screen, choices)
  // The first column names the row.
  const columns = useMemo(
    () => table.columns.filter((column, n) => n === 0 || shown.has(column.name)),
    [table, shown],
  )
  const fold = useMemo(() => foldOf(columns, table.actions !== undefined), [columns, table])
  const sortColumns = useMemo(
    () =>
      table.columns.map(({ name, label, sortable, align, ascendingFirst }) => ({
        by: sortable === false ? null : name,
        label,
        descendingFirst: align === 'right' && !ascendingFirst,
      })),
    [table],
  )
  const sortedBy = view.filters.sort.replace(/^-/, '')
  const isSortHidden = columns.every(({ name }) => name !== sortedBy)
  const filled = rows !== undefined && rows.length > 0
  // Without data and filters there is nothing to control.
  const controls =
    view.narrowed || loading || ((scope?.window || (filled && table.providers.length === 0)) && !error)
  return (
    <Card
      title={table.title}
      subtitle={
        scope &&
        (scope.window || filled) && (
          <ScopeLine
            scope={scope}
            covers={table.covers}
            compares={view.view.compare}
            asOf={table.days === undefined}
            lacks={choices.filter(({ id, isEmpty }) => isEmpty && !shown.has(id))}
          />
        )
      }
      aside={
        total !== null &&
        total > 0 && (
          <div className="flex flex-wrap justify-end gap-1.5">
            <Suspense fallback={null}>
              <ViewsMenu
                screen={screen}
                query={view.address}
                columns={[...shown]}
                onOpen={(saved) => {
                  view.open(saved.query ?? '')
                  if (saved.columns && saved.columns.length > 0) choose(saved.columns)
                }}
              />
              <ColumnsMenu columns={choices.slice(1)} shown={shown} onChange={choose} />
            </Suspense>
            <DownloadLink
              size="sm"
              href={tableFile(table.path, view.view)}
              onStart={() => toast('Export Started', { description: `${rowCount(total)} as a CSV file.` })}
            >
              CSV
            </DownloadLink>
          </div>
        )
      }
    >
      {controls && (
        <TableControls
          table={table}
          view={view}
          columns={sortColumns}
          isSortHidden={isSortHidden}
          total={total}
          shown={scope?.window}
        />
      )}
      {loading && <SkeletonRows />}
      {error && <LoadError error={error} onRetry={reload} />}
      {rows?.length === 0 && (
        <Suspense fallback={<SkeletonRows />}>
          <NoRows table={table} site={site} scope={scope} narrowed={view.narrowed} onClear={view.clear} />
        </Suspense>
      )}
      {filled && (
        <Table
          // Fewer columns may fit again.
          key={columns.length}
          label={`List of ${table.title}`}
          minWidth={0}
          rowCount={total ?? undefined}
          cards
          folded={fold.table}
        >
          <TableHead>
            {columns.map((column, n) => (
              <SortHeader
                key={column.name}
                {...sortColumns[table.columns.indexOf(column)]!}
                sort={view.filters.sort}
                onSort={(sort) => view.set({ sort })}
                align={column.align}
                hint={column.hint}
                className={n === 0 ? `${firstColumn} bg-sunken` : undefined}
                {...fold.cells[n]}
              >
                {column.label}
              </SortHeader>
            ))}
            {table.actions && (
              <th scope="col" className="w-8 py-2 pr-4 pl-3" {...fold.actions}>
                <span className="sr-only">Actions</span>
              </th>
            )}
          </TableHead>
          <TableRows table={table} columns={columns} fold={fold} rows={rows} more={more} />
          {scope && <TotalsRow table={table} columns={columns} fold={fold} rows={rows} totals={scope.totals} />}
        </Table>
      )}
      {table.subject && (
        <RowSheet site={site} list={rows?.map(table.subject).filter((one) => one !== null) ?? []} />
      )}
    </Card>
  )
}
