import { useState } from 'react'
import { Link } from 'wouter'
import { toastFailure } from '@/api/core/failure'
import { recomputeInsights } from '@/api/insights'
import type { Integration } from '@/api/integrations'
import { useSelectedSite } from '@/api/selected-site'
import { toast } from '@/lib/toast'
import { useJob } from '@/lib/use-job'
import { Button, buttonClass } from '@/ui/button'
import { Card } from '@/ui/card'
import { EmptyState } from '@/ui/empty-state'
import { Icon } from '@/ui/icons'
import { JobStatus } from '@/ui/job-status'
import { PageHeader } from '@/ui/page-header'
import { SkeletonRows } from '@/ui/skeleton'

/** Case (b): there are connections but no insights yet. */
export function WaitingForInsights({ integrations }: { integrations: Integration[] }) {
  const { site } = useSelectedSite()
  const { busy, progress, start } = useJob()
  const [finished, setFinished] = useState(false)
  const connected = integrations.filter((item) => item.status === 'connected').length

  const recompute = () =>
    start(async (onProgress) => {
      try {
        await recomputeInsights(site?.id, onProgress)
        setFinished(true)
        toast('Insights are being recomputed', { tone: 'good' })
      } catch (error) {
        toastFailure(error, 'Failed to recompute insights')
      }
    })

  return (
    <>
      <PageHeader title="Opportunities" />
      <section aria-label="Connections" className="card mb-4 border-good/40 p-4">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
          <Icon name="check" size={18} className="shrink-0 text-good-ink" />
          <div className="min-w-0 flex-1 basis-60">
            <h2 className="text-base font-semibold">Great—{connected} integration(s) connected!</h2>
            <p className="text-ink-2">Add Search Console and Ads to unlock keyword and spend insights.</p>
          </div>
          <Button icon="refresh" busy={busy} onClick={recompute}>
            {busy ? 'Computing...' : 'Recompute insights'}
          </Button>
        </div>
        <div className={progress ? 'mt-3' : undefined}>
          <JobStatus label="Recompute" progress={progress} />
        </div>
      </section>
      <Card title="Opportunities (0)">
        {finished && !busy ? <NothingFound /> : <SkeletonRows label="Waiting for the first opportunities" />}
      </Card>
    </>
  )
}

/** Shown once everything was synced and scored, instead of waiting forever. */
const NothingFound = () => (
  <EmptyState
    icon="check"
    title="Nothing to improve found"
    action={
      <div className="flex flex-wrap justify-center gap-2">
        <Link href="/settings?tab=integrations" className={buttonClass()}>
          Check the integrations
        </Link>
        <Link href="/technical?upload=true" className={buttonClass()}>
          Upload a crawl
        </Link>
      </div>
    }
  >
    All available data is ranked. More sources and more history reveal more; we check every day.
  </EmptyState>
)
