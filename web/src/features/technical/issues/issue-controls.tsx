import { humanize } from '@/lib/format'
import { Button } from '@/ui/button'
import { SearchField } from '@/ui/forms/search-field'
import { Select } from '@/ui/forms/select'
import { FilterBar } from '@/ui/list/filter-bar'
import { severities } from './severity'
import type { IssueFilters } from './use-issue-filters'

/** Search, severity and status of the issues. */
export function IssueControls({
  filters,
  onChange,
  onReset,
}: {
  filters: IssueFilters
  onChange: (changes: Partial<IssueFilters>) => void
  onReset: (() => void) | undefined
}) {
  return (
    <FilterBar
      label="Issue filters"
      active={filters.severity !== 'all' || filters.status !== 'open'}
      search={
        <SearchField
          label="Search issues"
          placeholder="Search URLs and details..."
          value={filters.q}
          onChange={(q) => onChange({ q })}
          className="min-w-0 flex-1 @2xl:basis-56"
        />
      }
    >
      <Select
        label="Severity"
        value={filters.severity}
        options={[
          { value: 'all', label: 'All severities' },
          ...severities.map((severity) => ({ value: severity as string, label: humanize(severity) })),
        ]}
        onChange={(severity) => onChange({ severity })}
        className="flex-1 basis-2/5 @2xl:w-40 @2xl:flex-none"
      />
      {filters.seen !== 'gone' && (
        <Select
          label="Status"
          value={filters.status}
          options={[
            { value: 'open', label: 'Open' },
            { value: 'fixed', label: 'Marked as fixed' },
            { value: 'all', label: 'Open and fixed' },
          ]}
          onChange={(status) => onChange({ status })}
          className="flex-1 basis-2/5 @2xl:w-40 @2xl:flex-none"
        />
      )}
      {onReset && (
        <Button variant="ghost" onClick={onReset} className="w-full @2xl:w-auto">
          Clear Filters
        </Button>
      )}
    </FilterBar>
  )
}
