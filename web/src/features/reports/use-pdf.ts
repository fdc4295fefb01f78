import { useState } from 'react'
import { ApiError } from '@/api/core/error'
import { toastFailure } from '@/api/core/failure'
import { generatePDF, type ReportSettings } from '@/api/reports'
import { saveFile } from '@/lib/csv'
import { toast } from '@/lib/toast'
import { useBusy } from '@/lib/interaction/use-busy'
import type { ReportErrors } from './report-options'

/** Generates the PDF of a report and saves it; returns the errors by field. */
export function usePDF(settings: ReportSettings) {
  const [busy, run] = useBusy()
  const [errors, setErrors] = useState<ReportErrors>({})
  const generate = () =>
    void run(async () => {
      setErrors({})
      try {
        const file = await generatePDF(settings)
        saveFile(file.name, file)
        toast('PDF Generated', { description: `${file.name} was downloaded.`, tone: 'good' })
      } catch (error) {
        const field = error instanceof ApiError ? error.problem?.field : undefined
        if (field && error instanceof ApiError) setErrors({ [field]: error.detail })
        else if (error instanceof ApiError && error.status === 503)
          toast('Generation Failed', { description: error.detail, tone: 'bad' })
        else toastFailure(error, 'Failed to generate PDF report', 'Generation Failed')
      }
    })
  const clearErrors = (changes: object) =>
    setErrors((before) => {
      const remaining = { ...before }
      for (const name of Object.keys(changes) as (keyof ReportErrors)[])
        delete remaining[name.startsWith('include') ? 'includeKPIs' : name]
      return remaining
    })
  return { busy, errors, generate, clearErrors, setErrors }
}
