import { useState, type ReactNode } from 'react'
import { num } from '@/lib/format'
import { Button } from '@/ui/button'

/** Items shown before all are asked for. */
const collapsedCount = 8

/** The first items of a list, and all of them on request. */
export function ShowMore<T>({
  label,
  items,
  keyOf,
  renderItem,
}: {
  label: string
  items: readonly T[]
  keyOf: (item: T) => string
  renderItem: (item: T) => ReactNode
}) {
  const [all, setAll] = useState(false)
  const rest = items.length - collapsedCount
  return (
    <>
      <ul aria-label={label} className="space-y-2.5">
        {(all ? items : items.slice(0, collapsedCount)).map((item) => (
          <li key={keyOf(item)}>{renderItem(item)}</li>
        ))}
      </ul>
      {rest > 0 && !all && (
        <Button size="sm" className="mt-3" onClick={() => setAll(true)}>
          Show {num(rest)} more
        </Button>
      )}
    </>
  )
}
