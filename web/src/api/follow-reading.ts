import { useEffect } from 'react'
import { integrationAddresses } from '@/api/core/addresses'
import { onJobProgress } from '@/api/core/events'
import { refresh } from '@/api/core/resource'

/** Connections that are being read are looked at again at most this often. */
const lookAgainAfter = 2_000

/** While providers are being read, looks at their connections again as the jobs that read them tell how far they are. */
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
