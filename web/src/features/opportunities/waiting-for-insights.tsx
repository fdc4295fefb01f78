import { toastFailure } from '@/api/failure'
import { recomputeInsights } from '@/api/insights'
import type { Integration } from '@/api/integrations'
import { useSelectedSite } from '@/api/selected-site'
import { toast } from '@/lib/toast'
import { useBusy } from '@/lib/use-busy'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { Icon } from '@/ui/icons'
import { PageHeader } from '@/ui/page-header'
import { SkeletonRows } from '@/ui/skeleton'

/** Case (b): connections exist, insights do not yet. */
export function WaitingForInsights({ integrations }: { integrations: Integration[] }) {
  const { site } = useSelectedSite()
  const [busy, run] = useBusy()
  const connected = integrations.filter((one) => one.status === 'connected').length

  const recompute = () =>
    run(async () => {
      try {
        await recomputeInsights(site?.id)
        toast('Insights are being recomputed', { tone: 'good' })
      } catch (error) {
        toastFailure(error, 'Failed to recompute insights')
      }
    })

  return (
    <>
      <PageHeader title="Opportunities" />
      <section
        aria-label="Connections"
        className="card mb-4 flex flex-wrap items-center gap-x-4 gap-y-3 border-good/40 p-4"
      >
        <Icon name="check" size={18} className="shrink-0 text-good-ink" />
        <div className="min-w-0 flex-1 basis-60">
          <h2 className="text-base font-semibold">Great—{connected} integration(s) connected!</h2>
          <p className="text-ink-2">Add Search Console and Ads to unlock keyword and spend insights.</p>
        </div>
        <Button icon="refresh" busy={busy} onClick={recompute}>
          {busy ? 'Computing...' : 'Recompute insights'}
        </Button>
      </section>
      <Card title="Opportunities (0)">
        <SkeletonRows label="Waiting for the first opportunities" />
      </Card>
    </>
  )
}
