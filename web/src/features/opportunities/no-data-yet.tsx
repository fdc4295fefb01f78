import { toastFailure } from '@/api/failure'
import { loadDemo } from '@/api/insights'
import { selectSite } from '@/api/selected-site'
import { useUser } from '@/api/session'
import { toast } from '@/lib/toast'
import { useJob } from '@/lib/use-job'
import { Button, buttonClass } from '@/ui/button'
import { Icon } from '@/ui/icons'
import { JobStatus } from '@/ui/job-status'

const subject = 'Expert consultation request'

/** For who has nothing to connect at the moment: a shop to look around in, and somebody to ask. */
export function NoDataYet() {
  const { user } = useUser()
  const { busy, progress, start } = useJob()

  const load = () =>
    start(async (onProgress) => {
      try {
        const siteId = await loadDemo(onProgress)
        if (siteId) selectSite(siteId)
        toast('Demo data loaded successfully', { tone: 'good' })
      } catch (error) {
        toastFailure(error, 'Failed to load demo data')
      }
    })

  return (
    <section aria-labelledby="h-no-data" className="mt-4 rounded-lg border border-line px-4 py-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <h2 id="h-no-data" className="font-semibold">
            Nothing at hand right now?
          </h2>
          <p className="text-pretty text-ink-2">
            Look around in a demo shop with 16 months of data. It is a site of its own that you can delete.
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button icon="spark" busy={busy} onClick={load}>
            {busy ? 'Loading...' : 'Load demo data'}
          </Button>
          {user && user.supportEmail !== '' && (
            <a
              href={`mailto:${user.supportEmail}?subject=${encodeURIComponent(subject)}`}
              className={buttonClass('ghost')}
            >
              <Icon name="info" className="-ml-0.5" />
              Chat with a live expert
            </a>
          )}
        </div>
      </div>
      <div className={progress ? 'mt-3' : undefined}>
        <JobStatus label="Demo data" progress={progress} />
      </div>
    </section>
  )
}
