import { useDemoProgress } from '@/api/demo'
import { useUrlState } from '@/lib/use-url-state'
import { Icon } from '@/ui/icons'
import { JobStatus } from '@/ui/job-status'

/** Shown to the first visitor of the demo while its shop is filled. */
export function PreparingDemo() {
  const [{ preparing }] = useUrlState({ preparing: '' })
  const progress = useDemoProgress(preparing)
  return (
    <section aria-labelledby="h-preparing" className="card grid gap-3 p-5">
      <div className="flex items-center gap-3">
        <Icon name="refresh" size={18} className="shrink-0 animate-spin text-accent-ink" />
        <h2 id="h-preparing" className="text-base font-semibold">
          Preparing the demo
        </h2>
      </div>
      <p className="text-pretty text-ink-2">
        A sample shop with 16 months of data is being filled. The first figures appear here in less than a
        minute.
      </p>
      <JobStatus label="Demo" progress={progress} />
    </section>
  )
}
