import { useInsightTypes } from '@/api/insights'
import { statuses } from '@/lib/insight'
import { Button } from '@/ui/button'
import { SearchField } from '@/ui/search-field'
import { Select } from '@/ui/select'

type Values = { q: string; type: string; status: string }

/** Search, type and status; what is chosen stands in the URL. */
export function Filters({
  filters,
  onChange,
  onClear,
}: {
  filters: Values
  onChange: (changes: Partial<Values>) => void
  onClear: () => void
}) {
  const { types } = useInsightTypes()
  return (
    <search aria-label="Filters" className="card mb-4 flex flex-wrap items-center gap-2 p-3">
      <SearchField
        label="Search opportunities"
        placeholder="Search opportunities..."
        value={filters.q}
        onChange={(q) => onChange({ q })}
        className="min-w-0 flex-1 basis-full @2xl:basis-56"
      />
      <Select
        label="Type"
        value={filters.type}
        options={[
          { value: 'all', label: 'All types' },
          ...(types ?? []).map((one) => ({ value: one.type, label: one.title })),
        ]}
        onChange={(type) => onChange({ type })}
        className="flex-1 basis-2/5 @2xl:w-44 @2xl:flex-none"
      />
      <Select
        label="Status"
        value={filters.status}
        options={[{ value: 'all', label: 'All statuses' }, ...statuses]}
        onChange={(status) => onChange({ status })}
        className="flex-1 basis-2/5 @2xl:w-36 @2xl:flex-none"
      />
      <Button variant="ghost" onClick={onClear} className="w-full @2xl:w-auto">
        Clear Filters
      </Button>
    </search>
  )
}
