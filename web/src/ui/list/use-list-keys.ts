import { useShortcuts } from '@/lib/interaction/shortcuts'
import type { ListFocus } from './use-list-focus'

/** A key that acts on the row with the focus. */
export type ListKey<T> = { key: string; label: string; run: (item: T) => void }

/** J and K move the focus from row to row; other keys act on its row. */
export function useListKeys<T>(items: readonly T[], focus: ListFocus, keys: readonly ListKey<T>[]) {
  const step = (by: number) => {
    if (items.length === 0) return
    const at = focus.current()
    const to = at === undefined ? (focus.last() ?? 0) : at + by
    focus.move(Math.max(0, Math.min(items.length - 1, to)))
  }
  useShortcuts([
    { keys: 'j', label: 'Next row', group: 'In lists', run: () => step(1) },
    { keys: 'k', label: 'Previous row', group: 'In lists', run: () => step(-1) },
    ...keys.map(({ key, label, run }) => ({
      keys: key,
      label,
      group: 'In lists' as const,
      run: () => {
        const at = focus.current()
        if (at !== undefined && items[at] !== undefined) run(items[at])
      },
    })),
  ])
}
