import { useState } from 'react'
import { messageOf } from '@/api/core/error'
import type { Property, useProperties } from '@/api/integrations'
import { Badge } from '@/ui/badges/badge'
import { Button } from '@/ui/button'
import { SearchField } from '@/ui/forms/search-field'
import { SkeletonRows } from '@/ui/skeleton'

/** From this many on, the list has a search. */
const searchThreshold = 8

type PropertyPickerProps = {
  list: ReturnType<typeof useProperties>
  siteId: string
  value: string
  onChange: (property: string) => void
}

/** The properties that the credentials give access to, those matching the site first; one can be chosen. */
export function PropertyPicker({ list, siteId, value, onChange }: PropertyPickerProps) {
  const { properties, loading, error, reload } = list
  return (
    <fieldset>
      <legend className="mb-1 font-medium">Property</legend>
      {loading && <SkeletonRows rows={2} label="Loading properties" />}
      {(error || properties?.length === 0) && (
        <div className="space-y-2 text-ink-2">
          <p className="text-pretty">
            {error
              ? messageOf(error, 'The properties could not be loaded.')
              : 'These credentials have no access to any property. Open Help to see how to grant it.'}
          </p>
          <Button size="sm" icon="refresh" onClick={() => void reload()}>
            Refresh
          </Button>
        </div>
      )}
      {properties && properties.length > 0 && (
        <PropertyList siteId={siteId} properties={properties} value={value} onChange={onChange} />
      )}
    </fieldset>
  )
}

type PropertyListProps = {
  siteId: string
  properties: Property[]
  value: string
  onChange: (property: string) => void
}

function PropertyList({ siteId, properties, value, onChange }: PropertyListProps) {
  const [search, setSearch] = useState('')
  const matches = properties.filter((item) => matchesSearch(item, search))
  return (
    <>
      {properties.length > searchThreshold && (
        <SearchField
          label="Search properties"
          placeholder="Search properties..."
          value={search}
          onChange={setSearch}
          className="mb-2"
        />
      )}
      <ul className="max-h-56 divide-y divide-line overflow-y-auto rounded-md border border-line">
        {matches.map((item) => (
          <li key={item.id}>
            <label className="flex min-h-11 cursor-pointer items-center gap-2.5 px-3 py-1.5 hover:bg-sunken">
              <input
                type="radio"
                name="property"
                value={item.id}
                checked={item.id === value}
                onChange={() => onChange(item.id)}
                className="size-4 shrink-0 accent-accent"
              />
              <PropertyName property={item} />
              {item.matches && <Badge tone="good">Matches the site</Badge>}
              {item.siteId !== '' && item.siteId !== siteId && !item.matches && <Badge>Another site</Badge>}
            </label>
          </li>
        ))}
        {matches.length === 0 && <li className="px-3 py-3 text-ink-3">No property matches this search.</li>}
      </ul>
    </>
  )
}

const PropertyName = ({ property: { id, name } }: { property: Property }) => (
  <span className="min-w-0 flex-1">
    <span className="block truncate" title={id}>
      {name || id}
    </span>
    {name !== '' && name !== id && <span className="num block truncate text-xs text-ink-3">{id}</span>}
  </span>
)

const matchesSearch = ({ id, name, domain }: Property, search: string) =>
  [id, name, domain].some((text) => text.toLowerCase().includes(search.trim().toLowerCase()))
