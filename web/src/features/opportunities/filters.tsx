import { memo } from 'react'
import { useInsightTypes } from '@/api/insights'
import { num } from '@/lib/format'
import { statuses } from '@/lib/insight'
import { Button } from '@/ui/button'
import { SearchField } from '@/ui/forms/search-field'
import { Select } from '@/ui/forms/select'
import { FilterBar } from '@/ui/list/filter-bar'
import { pendingStatuses, type Filters as Values } from './use-opportunities'

type FiltersProps = {
  filters: Omit<Values, 'o' | 'plan'>
  /** The assignees to choose from. */
  people: readonly string[]
  /** The number of snoozed opportunities. */
  snoozed: number
  /** The number of small opportunities left out. */
  small: number
  onChange: (changes: Partial<Values>) => void
  onClear: () => void
}

/** The value for no chosen assignee. No name can equal it, as names are trimmed. */
const anyAssignee = 'anybody '

/** Search, type, status, assignee, snoozed and small; the choices are in the URL. */
export const Filters = memo(function Filters(props: FiltersProps) {
  const { filters, people, snoozed, small, onChange, onClear } = props
  const { types } = useInsightTypes()
  const narrowed = filters.type !== 'all' || filters.assignee + filters.snoozed + filters.small !== ''
  return (
    <FilterBar
      label="Filters"
      active={narrowed || filters.status !== pendingStatuses}
      search={
        <SearchField
          label="Search opportunities"
          placeholder="Search opportunities..."
          value={filters.q}
          delay={200}
          onChange={(q) => onChange({ q })}
          className="min-w-0 flex-1 @2xl:basis-56"
        />
      }
    >
      <Select
        label="Type"
        value={filters.type}
        options={[
          { value: 'all', label: 'All types' },
          ...(types ?? []).map((item) => ({ value: item.type, label: item.title })),
        ]}
        onChange={(type) => onChange({ type })}
        className="flex-1 basis-2/5 @2xl:w-44 @2xl:flex-none"
      />
      <Select
        label="Status"
        value={filters.status}
        options={[
          { value: pendingStatuses, label: 'To do' },
          ...statuses,
          { value: 'all', label: 'All statuses' },
        ]}
        onChange={(status) => onChange({ status })}
        className="flex-1 basis-2/5 @2xl:w-36 @2xl:flex-none"
      />
      {people.length > 0 && (
        <Select
          label="Assigned to"
          value={filters.assignee || anyAssignee}
          options={[
            { value: anyAssignee, label: 'Anyone' },
            { value: 'me', label: 'Me' },
            ...people.map((name) => ({ value: name, label: name })),
          ]}
          onChange={(name) => onChange({ assignee: name === anyAssignee ? '' : name })}
          className="flex-1 basis-2/5 @2xl:w-40 @2xl:flex-none"
        />
      )}
      {snoozed > 0 && (
        <Button
          variant={filters.snoozed === '' ? 'ghost' : 'secondary'}
          icon="clock"
          aria-pressed={filters.snoozed !== ''}
          onClick={() => onChange({ snoozed: filters.snoozed === '' ? 'true' : '' })}
          className="flex-1 @2xl:flex-none"
        >
          {num(snoozed)} snoozed
        </Button>
      )}
      {(small > 0 || filters.small !== '') && (
        <Button
          variant={filters.small === '' ? 'ghost' : 'secondary'}
          aria-pressed={filters.small !== ''}
          onClick={() => onChange({ small: filters.small === '' ? 'true' : '' })}
          className="flex-1 @2xl:flex-none"
        >
          {filters.small === '' ? `Show small ones (${num(small)})` : 'Hide small ones'}
        </Button>
      )}
      {(narrowed ||
        filters.status !== 'all' ||
        filters.q + filters.sort + filters.client + filters.tag !== '') && (
        <Button variant="ghost" onClick={onClear} className="flex-1 @2xl:flex-none">
          Clear Filters
        </Button>
      )}
    </FilterBar>
  )
})
