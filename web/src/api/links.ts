import { useEffect } from 'react'
import { api, type Schemas } from '@/api/core/client'
import type { ReportSettings } from './reports'
import { refresh, refreshInBackground, useResource } from '@/api/core/resource'

/** A link that opens a report, as it was when the link was made, for anybody who has it. */
export type SharedReport = Schemas['SharedReport']

/** How long a link opens, and what it asks for; an empty password asks for nothing. */
export type LinkTerms = { expirationDays: number; password: string }

const newest = { query: { limit: 200 } }
/** Between two looks at who has opened the links, while somebody looks at them. */
const lookEvery = 15_000

/** The account's links, the newest first. Their views are read again by themselves. */
export function useLinks() {
  const { data: links, ...rest } = useResource('/api/reports', newest)
  const any = links !== undefined && links.length > 0
  useEffect(() => {
    if (!any) return
    const look = () => {
      if (document.visibilityState === 'visible') void refreshInBackground('/api/reports', newest)
    }
    const timer = setInterval(look, lookEvery)
    // Who has opened a link in another tab comes back to see it counted.
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [any])
  return { links, ...rest }
}

/** Makes a report and a link that opens it. */
export async function createLink(settings: ReportSettings, { expirationDays, password }: LinkTerms) {
  const { data } = await api.POST('/api/reports/create-shareable-link', {
    body: { ...settings, expirationDays, ...(password !== '' && { password }) },
  })
  await refresh('/api/reports?')
  return data!
}

/** Has a link open for so many days from now. */
export async function extendLink(id: string, expirationDays: number) {
  await api.PATCH('/api/reports/{id}', { params: { path: { id } }, body: { expirationDays } })
  await refresh('/api/reports?')
}

/** Has a link open no more. */
export async function revokeLink(id: string) {
  await api.DELETE('/api/reports/{id}', { params: { path: { id } } })
  await refresh('/api/reports?')
}
