import { useState } from 'react'
import { useSelectedSite } from '@/api/selected-site'
import { Button } from '@/ui/button'
import { PageHeader } from '@/ui/page-header'
import { BrandingDialog } from './branding-dialog'
import { ReportForm } from './report-form'
import { ReportPreview } from './report-preview'
import { usePDF } from './use-pdf'
import { initialReport } from './report-options'

/** Makes reports for clients: what is in one, beside what it will look like. */
export function Reports() {
  const { site } = useSelectedSite()
  const [report, setReport] = useState(initialReport)
  const [branding, setBranding] = useState(false)
  const settings = site ? { ...report, siteId: site.id } : report
  const { busy, errors, generate, mend } = usePDF(settings)
  return (
    <>
      <PageHeader
        title="Reports"
        actions={
          <Button icon="edit" onClick={() => setBranding(true)}>
            Branding
          </Button>
        }
      >
        {site ? `What clients get to see of ${site.domain}` : 'What clients get to see of your sites'}
      </PageHeader>
      <div className="grid items-start gap-4 lg:grid-cols-[22rem_minmax(0,1fr)]">
        <ReportForm
          report={report}
          errors={errors}
          busy={busy}
          onChange={(changes) => {
            setReport((before) => ({ ...before, ...changes }))
            mend(changes)
          }}
          onGenerate={generate}
        />
        <ReportPreview settings={settings} />
      </div>
      {branding && <BrandingDialog onClose={() => setBranding(false)} />}
    </>
  )
}
