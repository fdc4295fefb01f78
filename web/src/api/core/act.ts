import { putBackChange, rememberChange, takeChange } from '@/lib/interaction/changes-made'
import { recoverFocusSoon } from '@/lib/interaction/focus'
import { whileSaving } from '@/lib/interaction/saving'
import { toast } from '@/lib/toast'
import { toastFailure } from './failure'

/** Something that a user does to things of the server. */
export type Action<T> = {
  /** The ids of the things, which are busy meanwhile. */
  ids: readonly string[]
  /** Shows the result before the server has answered; returns what takes it back. */
  show?: () => () => void
  run: () => Promise<T>
  /** The toast of the result. */
  done: (result: T) => { title: string; description?: string | undefined }
  /** The words for a failure. */
  failed: string
  /** What was done, for the list of changes, and how it is undone. */
  undo?: { label: string; run: (result: T) => Promise<unknown> }
}

/** What is being done now. */
const running = new Set<Promise<unknown>>()

/** Does something with all around it: busy, shown at once, a toast, an undo; taken back if it fails. */
export function act<T>(action: Action<T>): Promise<boolean> {
  const doing = perform(action).finally(() => running.delete(doing))
  running.add(doing)
  return doing
}

async function perform<T>(action: Action<T>): Promise<boolean> {
  const takeBack = action.show?.()
  recoverFocusSoon()
  try {
    const result = await whileSaving(action.ids, action.run)
    const { undo } = action
    const id = undo && rememberChange(undo.label, () => undo.run(result))
    const { title, description } = action.done(result)
    toast(title, {
      tone: 'good',
      ...(description && { description }),
      ...(id !== undefined && { action: { label: 'Undo', run: () => void undoChange(id) } }),
    })
    return true
  } catch (error) {
    takeBack?.()
    toastFailure(error, action.failed)
    return false
  } finally {
    recoverFocusSoon()
  }
}

/** Undoes a change of this visit, by default the newest. It stays undoable when that fails. */
export async function undoChange(id?: number) {
  // The newest change may still be on its way.
  await Promise.all(running)
  const change = takeChange(id)
  if (change === undefined) {
    if (id === undefined) toast('Nothing to undo')
    return
  }
  try {
    await change.undo()
    toast('Change undone', { description: change.label })
  } catch (error) {
    putBackChange(change)
    toastFailure(error, 'Could not undo this')
  } finally {
    recoverFocusSoon()
  }
}
