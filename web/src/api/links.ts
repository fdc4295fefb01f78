import { useEffect, useMemo } from 'react'
import { api, type Schemas } from '@/api/core/client'
import type { ReportSettings } from './reports'
import { useMay } from './core/role'
import { useSelectedSite } from './selected-site'
import { refresh, refreshInBackground, useResource } from '@/api/core/resource'

/** A public link to a report as it was when the link was made. */
export type SharedReport = Schemas['SharedReport']

/** When a link expires, and its password; an empty one protects nothing. */
export type LinkTerms = { expirationDays: number; password: string }

const newest = { limit: 200 }
/** The interval at which the view counts are reloaded while they are on screen, in ms. */
const pollInterval = 15_000

/** The account's links, a client's of the selected site, newest first. View counts refresh themselves. */
export function useLinks() {
  const { isClient } = useMay()
  const { site } = useSelectedSite()
  const siteId = isClient ? site?.id : undefined
  const query = useMemo(() => ({ query: { ...newest, ...(siteId && { siteId }) } }), [siteId])
  const { data: links, ...rest } = useResource('/api/reports', isClient && !siteId ? null : query)
  const hasLinks = links !== undefined && links.length > 0
  useEffect(() => {
    if (!hasLinks) return
    const reload = () => {
      if (document.visibilityState === 'visible') void refreshInBackground('/api/reports', query)
    }
    const timer = setInterval(reload, pollInterval)
    // After opening a link in another tab, one expects to see it counted.
    document.addEventListener('visibilitychange', reload)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', reload)
    }
  }, [hasLinks, query])
  return { links, ...rest }
}

/** Makes a report and a link to it. */
export async function createLink(settings: ReportSettings, { expirationDays, password }: LinkTerms) {
  const { data } = await api.POST('/api/reports/create-shareable-link', {
    body: { ...settings, expirationDays, ...(password !== '' && { password }) },
  })
  await refresh('/api/reports?')
  return data!
}

/** Sets a link to expire so many days from now. */
export async function extendLink(id: string, expirationDays: number) {
  await api.PATCH('/api/reports/{id}', { params: { path: { id } }, body: { expirationDays } })
  await refresh('/api/reports?')
}

/** Revokes a link. */
export async function revokeLink(id: string) {
  await api.DELETE('/api/reports/{id}', { params: { path: { id } } })
  await refresh('/api/reports?')
}
