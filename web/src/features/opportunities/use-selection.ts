import { useState } from 'react'
import type { Insight } from '@/api/insights'

/** The opportunities of a list that are selected; those that left the list are not. */
export function useSelection(list: readonly Insight[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const selected = chosen.size === 0 ? [] : list.filter(({ id }) => chosen.has(id))
  return {
    selected,
    isSelected: (id: string) => chosen.has(id),
    toggle: (id: string) =>
      setChosen((before) => {
        const after = new Set(before)
        if (!after.delete(id)) after.add(id)
        return after
      }),
    /** Selects the whole list, or nothing when all of it is selected. */
    toggleAll: () => setChosen(new Set(selected.length === list.length ? [] : list.map(({ id }) => id))),
    clear: () => setChosen(new Set()),
  }
}
