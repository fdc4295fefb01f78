import { Link } from 'wouter'
import { toastFailure } from '@/api/failure'
import { recomputeInsights } from '@/api/insights'
import { useSelectedSite } from '@/api/selected-site'
import { toast } from '@/lib/toast'
import { useBusy } from '@/lib/use-busy'
import { Button, buttonClass } from '@/ui/button'
import { Icon } from '@/ui/icon'

/** What is done most often, one press away. */
export function QuickActions() {
  const { site } = useSelectedSite()
  const [busy, run] = useBusy()

  const refresh = () =>
    run(async () => {
      try {
        await recomputeInsights(site?.id)
        toast('Success', { description: 'Data refresh completed successfully', tone: 'good' })
      } catch (error) {
        toastFailure(error, 'Failed to refresh data')
      }
    })

  return (
    <section aria-labelledby="h-actions" className="card p-4">
      <h2 id="h-actions" className="text-base font-semibold">
        Quick Actions
      </h2>
      <div className="mt-3 grid gap-2">
        <Button onClick={refresh} disabled={busy} aria-busy={busy}>
          <Icon name="refresh" className={busy ? '-ml-0.5 animate-spin' : '-ml-0.5'} />
          Run Data Refresh
        </Button>
        <Link href="/technical" className={buttonClass()}>
          <Icon name="upload" className="-ml-0.5" />
          Upload crawler CSV
        </Link>
      </div>
    </section>
  )
}
