import { useEffect } from 'react'
import { integrationAddresses } from '@/api/core/addresses'
import { onJobProgress } from '@/api/core/events'
import { refresh } from '@/api/core/resource'

/** The shortest interval between two reloads of connections that are being synced, in ms. */
const lookAgainAfter = 2_000

/** While providers are being synced, reloads their connections as the jobs report progress. */
export function useFollowReading(reading: boolean) {
  useEffect(() => {
    if (!reading) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      timer = undefined
      void refresh(...integrationAddresses)
    }
    const stop = onJobProgress(() => (timer ??= setTimeout(look, lookAgainAfter)))
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [reading])
}
