import { create } from 'zustand'

/** A change of this visit that can be undone. */
export type ChangeMade = { id: number; label: string; at: string; undo: () => Promise<unknown> }

/** More than anybody goes back. */
const maxChanges = 20

/** The changes of this visit that can be undone, newest first. */
export const useChangesMade = create<{ changes: readonly ChangeMade[] }>()(() => ({ changes: [] }))

let lastId = 0

/** Remembers how to undo a change; returns its id. */
export function rememberChange(label: string, undo: ChangeMade['undo']) {
  const change = { id: ++lastId, label, at: new Date().toISOString(), undo }
  useChangesMade.setState(({ changes }) => ({ changes: [change, ...changes].slice(0, maxChanges) }))
  return change.id
}

/** Takes a change, by default the newest, off the list; undefined if there is none. */
export function takeChange(id?: number) {
  const { changes } = useChangesMade.getState()
  const taken = id === undefined ? changes[0] : changes.find((change) => change.id === id)
  useChangesMade.setState({ changes: changes.filter((change) => change !== taken) })
  return taken
}

/** Puts a change back whose undo failed. */
export const putBackChange = (change: ChangeMade) =>
  useChangesMade.setState(({ changes }) => ({
    changes: [...changes, change].toSorted((a, b) => b.id - a.id),
  }))
