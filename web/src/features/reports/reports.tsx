import { Suspense, useState } from 'react'
import type { ReportInsight } from '@/api/reports'
import { useMay } from '@/api/core/role'
import { useSelectedSite } from '@/api/selected-site'
import type { Site } from '@/api/sites'
import { domainText } from '@/lib/domain'
import { useDraft } from '@/lib/interaction/draft'
import { lazyPart } from '@/lib/parts/lazy-part'
import { Button } from '@/ui/button'
import { usePreload } from '@/ui/overlays/lazily'
import { PageHeader } from '@/ui/page-header'
import { ChosenInsights } from './chosen-insights'
import { ReportAbout } from './report-about'
import { ReportForm } from './report-form'
import { ReportPreview } from './report-preview'
import { initialReport } from './report-options'
import { Schedules } from './schedules'
import { SharedReports } from './shared-reports'
import { useLink } from './use-link'
import { usePDF } from './use-pdf'

const loadBranding = async () => ({ default: (await import('./branding-dialog')).BrandingDialog })
const BrandingDialog = lazyPart(loadBranding)

// For new users.
const FirstSteps = lazyPart(async () => ({ default: (await import('@/start/first-steps')).FirstSteps }))

/** Reports for clients: settings and preview, links, and schedules. */
export function Reports() {
  const { site, loading, error } = useSelectedSite()
  const { manage, isClient } = useMay()
  usePreload(loadBranding, manage)
  const [branding, setBranding] = useState(false)
  const needsSite = !site && !loading && !error && !isClient
  return (
    <>
      <PageHeader
        title="Reports"
        actions={
          manage && (
            <Button icon="edit" onClick={() => setBranding(true)}>
              Branding
            </Button>
          )
        }
      >
        {isClient
          ? `Reports on ${site ? domainText(site.domain) : 'your sites'}`
          : site
            ? `Client reports for ${domainText(site.domain)}`
            : 'Client reports for your sites'}
      </PageHeader>
      <Suspense fallback={null}>
        {needsSite ? <FirstSteps start={{ stage: 'site', site }} /> : <Editor site={site} />}
      </Suspense>
      <Suspense fallback={null}>{branding && <BrandingDialog onClose={() => setBranding(false)} />}</Suspense>
    </>
  )
}

/** The report of a site or a client with its preview; below, what was shared and what is sent. */
function Editor({ site }: { site: Site | undefined }) {
  const [report, setReport] = useDraft('report', initialReport)
  const { edit, isClient, isVisitor } = useMay()
  const [client, setClient] = useState('')
  const [choice, setChoice] = useState<{ of: string; insights: ReportInsight[] }>({ of: '', insights: [] })
  const scope = client ? { clientId: client } : site ? { siteId: site.id } : {}
  const subject = client || (site?.id ?? '')
  const insights = choice.of === subject ? choice.insights : []
  // Schedules take the first opportunities of their day.
  const scheduled = { ...report, ...scope }
  const settings = report.includeInsights && insights.length > 0 ? { ...scheduled, insights } : scheduled
  const { busy, errors, generate, clearErrors, setErrors } = usePDF(settings)
  const link = useLink(settings, setErrors)
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[22rem_minmax(0,1fr)] lg:grid-rows-[auto_1fr]">
      <ReportForm
        report={report}
        about={<ReportAbout client={client} site={site?.name ?? ''} onChange={setClient} />}
        insights={
          <ChosenInsights
            scope={scope}
            chosen={insights}
            error={errors.insights}
            onChange={(to) => {
              setChoice({ of: subject, insights: to })
              clearErrors({ insights: to })
            }}
          />
        }
        errors={errors}
        terms={link.terms}
        busy={busy}
        linking={link.busy}
        onChange={(changes) => {
          setReport({ ...report, ...changes })
          clearErrors(changes)
        }}
        onTerms={(changes) => {
          link.change(changes)
          clearErrors(changes)
        }}
        onGenerate={isVisitor ? undefined : generate}
        onLink={edit ? link.create : undefined}
      />
      <div className="min-w-0 space-y-4 lg:row-span-2">
        <SharedReports />
        <ReportPreview settings={settings} />
      </div>
      {!isClient && <Schedules settings={scheduled} />}
    </div>
  )
}
