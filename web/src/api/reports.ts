import useSWR from 'swr'
import { api, type Schemas } from '@/api/core/client'
import { refresh, useResource } from '@/api/core/resource'

/** The subject, period and sections of a report. */
export type ReportSettings = Required<Omit<Schemas['ReportSettings'], 'siteId' | 'clientId' | 'insights'>> &
  Pick<Schemas['ReportSettings'], 'siteId' | 'clientId' | 'insights'>

/** An opportunity that was chosen for a report; its title and summary replace the opportunity's own. */
export type ReportInsight = Schemas['ReportInsight']

/** The agency's name, color and logo on reports. */
export type Branding = Schemas['Branding']

/** The report as an HTML page. The last preview stays until the next one is loaded. Null waits. */
export function usePreview(settings: ReportSettings | null) {
  const { data, error, isLoading, isValidating, mutate } = useSWR<string, Error>(
    settings && ['/api/reports/preview', settings],
    async () => {
      const { data: page } = await api.POST('/api/reports/preview', { body: settings! })
      return page!.html
    },
    { keepPreviousData: true },
  )
  return { html: data, error, loading: isLoading, busy: isValidating, reload: () => void mutate() }
}

/** Makes the report as a PDF file, named by the server. */
export async function generatePDF(settings: ReportSettings): Promise<File> {
  const { data, response } = await api.POST('/api/reports/generate-pdf', { body: settings, parseAs: 'blob' })
  return new File([data as unknown as Blob], nameOf(response.headers.get('Content-Disposition')), {
    type: 'application/pdf',
  })
}

/** The file name of a Content-Disposition header (RFC 6266): plain, quoted or encoded. */
export function nameOf(disposition: string | null): string {
  const encoded = /filename\*=utf-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  if (encoded) return decodeURIComponent(encoded)
  const quoted = /filename="((?:[^"\\]|\\.)+)"/i.exec(disposition ?? '')?.[1]
  if (quoted) return quoted.replaceAll(/\\(.)/g, '$1')
  return /filename=([^;\s]+)/i.exec(disposition ?? '')?.[1] ?? 'Report.pdf'
}

export function useBranding() {
  const { data: branding, ...rest } = useResource('/api/account/branding', {})
  return { branding, ...rest }
}

/** Where DNS currently points a link domain. */
export function useLinkDomain(domain: string) {
  const { data, error, isValidating, mutate } = useSWR<Schemas['LinkDomain'], Error>(
    ['/api/account/branding/link-domain', domain],
    async () => (await api.GET('/api/account/branding/link-domain', { params: { query: { domain } } })).data!,
    { revalidateIfStale: true },
  )
  return { found: data, error, busy: isValidating, reload: () => void mutate() }
}

/** Changes the given fields; logo is a base64 image, null removes it. */
export async function saveBranding(changes: Schemas['BrandingEdit']) {
  await api.PATCH('/api/account/branding', { body: changes })
  await refresh('/api/account/branding')
}
