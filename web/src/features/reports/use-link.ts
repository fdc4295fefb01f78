import { useState } from 'react'
import { ApiError } from '@/api/core/error'
import { toastFailure } from '@/api/core/failure'
import { createLink, type LinkTerms } from '@/api/links'
import type { ReportSettings } from '@/api/reports'
import { toast } from '@/lib/toast'
import { useBusy } from '@/lib/interaction/use-busy'

/** Creates a link to a report and copies it; `refused` receives the errors by field. */
export function useLink(settings: ReportSettings, onErrors: (errors: Record<string, string>) => void) {
  const [busy, run] = useBusy()
  const [terms, setTerms] = useState<LinkTerms>({ expirationDays: 30, password: '' })
  const create = () =>
    void run(async () => {
      onErrors({})
      try {
        const link = await createLink(settings, terms)
        setTerms({ ...terms, password: '' })
        const copied = await navigator.clipboard?.writeText(link.shareableUrl).then(
          () => true,
          () => false,
        )
        toast('Shareable Link Created', {
          description: copied ? 'The link was copied to the clipboard.' : 'Copy it from the list.',
          tone: 'good',
        })
      } catch (error) {
        const field = error instanceof ApiError ? error.problem?.field : undefined
        if (field && error instanceof ApiError) onErrors({ [field]: error.detail })
        else if (error instanceof ApiError && error.status === 503)
          toast('Link Creation Failed', { description: error.detail, tone: 'bad' })
        else toastFailure(error, 'Failed to create shareable link', 'Link Creation Failed')
      }
    })
  return { busy, terms, change: (changes: Partial<LinkTerms>) => setTerms({ ...terms, ...changes }), create }
}
