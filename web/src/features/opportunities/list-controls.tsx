import { readAllInsights } from '@/api/insights'
import { toastFailure } from '@/api/core/failure'
import { useSites } from '@/api/sites'
import { saveText } from '@/lib/csv'
import { num } from '@/lib/format'
import { toast } from '@/lib/toast'
import { useBusy } from '@/lib/interaction/use-busy'
import { ColumnsMenu } from '@/tables/columns-menu'
import { ViewsMenu } from '@/tables/views-menu'
import { Button } from '@/ui/button'
import { opportunitiesCsv } from './opportunities-csv'
import { useTypeTitle } from './type-title'
import { filtersOf, queryOf, type Filters, type Opportunities } from './use-opportunities'

type ListControlsProps = {
  filters: Filters
  columns: readonly { id: string; label: string }[]
  shown: ReadonlySet<string>
  onColumns: (shown: string[]) => void
  list: Opportunities
  onView: (changes: Partial<Filters>) => void
}

/** What can be done with the whole list: saved views, columns, and a file of every match. */
export function ListControls({ filters, columns, shown, onColumns, list, onView }: ListControlsProps) {
  const { sites = [] } = useSites()
  const titleOf = useTypeTitle()
  const [busy, run] = useBusy()
  const save = () =>
    run(async () => {
      try {
        const all = list.more.hasMore ? await readAllInsights(list.query!) : list.matches!
        saveText('opportunities.csv', opportunitiesCsv(all, sites, titleOf))
        toast('Export Started', { description: `${num(all.length)} opportunities as a CSV file.` })
      } catch (error) {
        toastFailure(error, 'The file could not be made')
      }
    })
  return (
    <div className="flex flex-wrap justify-end gap-1.5">
      <ViewsMenu
        screen="/opportunities"
        query={queryOf(filters)}
        columns={[...shown]}
        onOpen={(view) => {
          onView(filtersOf(view.query ?? ''))
          if (view.columns && view.columns.length > 0) onColumns(view.columns)
        }}
      />
      {/* A narrow list has no columns. */}
      <span className="hidden @3xl:contents">
        <ColumnsMenu columns={columns} shown={shown} onChange={onColumns} />
      </span>
      {list.matches && list.matches.length > 0 && (
        <Button
          size="sm"
          icon="download"
          busy={busy}
          aria-label="Export all as CSV"
          onClick={() => void save()}
        >
          <span className="sr-only @xl:not-sr-only">CSV</span>
        </Button>
      )}
    </div>
  )
}
