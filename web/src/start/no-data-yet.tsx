import { useLoadDemo } from '@/api/demo'
import { useUser } from '@/api/session'
import { Button, buttonClass } from '@/ui/button'
import { Icon } from '@/ui/icons'
import { JobStatus } from '@/ui/job-status'

const subject = 'Expert consultation request'

/** For users who have nothing to connect yet: a demo shop and a contact. */
export function NoDataYet() {
  const { user } = useUser()
  const { busy, progress, load } = useLoadDemo()
  return (
    <section aria-labelledby="h-no-data" className="mt-4 rounded-lg border border-line px-4 py-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <h2 id="h-no-data" className="font-semibold">
            No data at hand?
          </h2>
          <p className="text-pretty text-ink-2">
            Explore a demo shop with 16 months of data. You can delete it at any time.
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
