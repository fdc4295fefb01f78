import { useEffect } from 'react'
import { integrationAddresses } from '@/api/core/addresses'
import { onJobProgress } from '@/api/core/events'
import { refresh } from '@/api/core/resource'

/** The shortest interval between two reloads of connections that are being synced, in ms. */
const minReloadInterval = 2_000

/** While providers are being synced, reloads their connections as the jobs report progress. */
export function useReloadWhileSyncing(syncing: boolean) {
  useEffect(() => {
    if (!syncing) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const reload = () => {
      timer = undefined
      void refresh(...integrationAddresses)
    }
    const unsubscribe = onJobProgress(() => (timer ??= setTimeout(reload, minReloadInterval)))
    return () => {
      unsubscribe()
      clearTimeout(timer)
    }
  }, [syncing])
}
