import { num } from '@/lib/format'
import { Button } from '@/ui/button'
import { JobStatus } from '@/ui/job-status'
import type { Tuning } from './use-tuning'

/** The unsaved changes at the bottom of the window, then the progress of the scoring. */
export function SaveBar({ tuning: { changes, errors, save, discard, busy, progress } }: { tuning: Tuning }) {
  if (changes === 0 && !busy) return null
  const error = Object.values(errors)[0]
  return (
    <section
      aria-label="Unsaved changes"
      className="sticky bottom-3 z-10 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg bg-raised px-4 py-3 shadow-pop"
    >
      <div className="min-w-0 flex-1 basis-52">
        {busy ? (
          <JobStatus label="Scoring" progress={progress ?? { fraction: 0, message: 'Saving' }} />
        ) : (
          <p role="status" className={error ? 'text-bad-ink' : undefined}>
            {error ?? `${num(changes)} ${changes === 1 ? 'change' : 'changes'} not saved`}
          </p>
        )}
      </div>
      <div className="ml-auto flex gap-2">
        <Button variant="ghost" disabled={busy} onClick={discard}>
          Discard
        </Button>
        <Button variant="primary" busy={busy} onClick={() => void save()}>
          {busy ? 'Updating' : 'Save and update'}
        </Button>
      </div>
    </section>
  )
}
