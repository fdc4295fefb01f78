import { useState } from 'react'
import { num } from '@/lib/format'
import { SearchField } from './search-field'

/** Up to this many options need no search. */
const searchThreshold = 8

/** A scrolling list of checkboxes, with a search in long ones; chosen ids are in the order of choosing. */
export function CheckList({
  legend,
  options,
  chosen,
  onChange,
}: {
  legend: string
  options: readonly { id: string; name: string; note?: string | undefined }[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}) {
  const [search, setSearch] = useState('')
  const query = search.trim().toLowerCase()
  const shown = options.filter(({ name, note = '' }) => `${name}\n${note}`.toLowerCase().includes(query))
  return (
    <fieldset>
      <legend className="mb-1 font-medium">
        {legend}
        {chosen.length > 0 && (
          <span className="num font-normal text-ink-3"> · {num(chosen.length)} chosen</span>
        )}
      </legend>
      {options.length > searchThreshold && (
        <SearchField
          label={`Search ${legend.toLowerCase()}`}
          placeholder={`Search ${num(options.length)} ${legend.toLowerCase()}...`}
          value={search}
          onChange={setSearch}
          className="mb-1.5"
        />
      )}
      <ul className="h-48 max-h-fit space-y-1 overflow-y-auto rounded-md border border-line p-2">
        {shown.map(({ id, name, note }) => (
          <li key={id}>
            <label className="flex min-h-8 cursor-pointer items-center gap-2 pointer-coarse:min-h-11">
              <input
                type="checkbox"
                checked={chosen.includes(id)}
                onChange={(event) =>
                  onChange(event.target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
                }
                className="size-4 shrink-0 accent-accent"
              />
              <span className="truncate">{name}</span>
              {note && <span className="truncate text-xs text-ink-3">{note}</span>}
            </label>
          </li>
        ))}
        {shown.length === 0 && <li className="px-1 py-1.5 text-ink-3">Nothing matches this search.</li>}
      </ul>
    </fieldset>
  )
}
