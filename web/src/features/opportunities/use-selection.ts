import { useState } from 'react'

/** The rows of a list that are selected; those that left the list are not. */
export function useSelection(ids: readonly string[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const selected = ids.filter((id) => chosen.has(id))
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
    toggleAll: () => setChosen(new Set(selected.length === ids.length ? [] : ids)),
    clear: () => setChosen(new Set()),
  }
}
