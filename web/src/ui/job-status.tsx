import type { JobProgress } from '@/lib/use-job'
import { Meter } from './meter'

/** The current step of a job; nothing while none runs. */
export const JobStatus = ({ label, progress }: { label: string; progress: JobProgress | null }) => (
  <div role="status">
    {progress && progress.message !== '' && (
      <div className="space-y-1.5 text-xs text-ink-2">
        <Meter role="progressbar" label={label} percent={Math.round(progress.fraction * 100)} />
        <p className="text-pretty wrap-anywhere">{progress.message}</p>
      </div>
    )}
  </div>
)
