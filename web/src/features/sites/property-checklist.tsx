import { useState, type ReactNode } from 'react'
import type { Property } from '@/api/integrations'
import { domainText } from '@/lib/domain'
import { num } from '@/lib/format'
import { Badge } from '@/ui/badges/badge'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/forms/checkbox'
import { DialogActions } from '@/ui/overlays/dialog'
import { SearchField } from '@/ui/forms/search-field'

type PropertyChecklistProps = {
  properties: Property[]
  busy: boolean
  onAdd: (ids: string[]) => void
  /** Content beside the button that adds. */
  children: ReactNode
}

/** Properties to select; those that are sites already come last and are disabled. */
export function PropertyChecklist({ properties, busy, onAdd, children }: PropertyChecklistProps) {
  const [search, setSearch] = useState('')
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const matches = properties.filter((item) => matchesSearch(item, search))
  const addable = matches.filter((item) => item.siteId === '')
  const existing = matches.filter((item) => item.siteId !== '')
  const select = (ids: string[], on: boolean) =>
    setSelected((before) => {
      const after = new Set(before)
      for (const id of ids)
        if (on) after.add(id)
        else after.delete(id)
      return after
    })
  return (
    <>
      <SearchField
        label="Search properties"
        placeholder="Search properties..."
        value={search}
        onChange={setSearch}
      />
      <div className="mt-3 overflow-hidden rounded-md border border-line">
        <Checkbox
          checked={addable.length > 0 && addable.every((item) => selected.has(item.id))}
          disabled={addable.length === 0}
          onChange={(on) =>
            select(
              addable.map((item) => item.id),
              on,
            )
          }
          className="border-b border-line bg-sunken font-medium"
        >
          Select all new properties ({num(addable.length)})
        </Checkbox>
        <ul aria-label="Properties" className="max-h-80 divide-y divide-line overflow-y-auto">
          {[...addable, ...existing].map((item) => (
            <li key={item.id}>
              <Checkbox
                checked={selected.has(item.id)}
                disabled={item.siteId !== ''}
                onChange={(on) => select([item.id], on)}
              >
                <span className="min-w-0 flex-1">
                  <span className="block truncate">{domainText(item.domain) || item.name || item.id}</span>
                  <span className="block truncate text-xs text-ink-3">{item.id}</span>
                </span>
                {item.siteId !== '' && <Badge>Already a site</Badge>}
              </Checkbox>
            </li>
          ))}
          {matches.length === 0 && <li className="px-3 py-3 text-ink-3">No property matches this search.</li>}
        </ul>
      </div>
      <DialogActions>
        {children}
        <Button
          variant="primary"
          icon="plus"
          busy={busy}
          disabled={selected.size === 0}
          onClick={() => onAdd([...selected])}
        >
          {selected.size === 0
            ? 'Add sites'
            : selected.size === 1
              ? 'Add 1 site'
              : `Add ${num(selected.size)} sites`}
        </Button>
      </DialogActions>
    </>
  )
}

const matchesSearch = ({ id, name, domain }: Property, search: string) =>
  [id, name, domain].some((text) => text.toLowerCase().includes(search.trim().toLowerCase()))
