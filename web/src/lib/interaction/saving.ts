import { create } from 'zustand'

/** The ids of what is being saved. */
export const useSaving = create<{ ids: ReadonlySet<string> }>()(() => ({ ids: new Set() }))

/** Whether something is being saved. */
export const useIsSaving = (id: string) => useSaving(({ ids }) => ids.has(id))

/** Marks things as being saved until the work ends. */
export async function whileSaving<T>(ids: readonly string[], work: () => Promise<T>): Promise<T> {
  useSaving.setState((s) => ({ ids: new Set([...s.ids, ...ids]) }))
  try {
    return await work()
  } finally {
    useSaving.setState((s) => ({ ids: new Set([...s.ids].filter((id) => !ids.includes(id))) }))
  }
}
