import { percent } from '@/lib/format'
import { Button } from '@/ui/button'
import type { CrawlUpload } from './upload-state'

type Busy = Extract<CrawlUpload, { phase: 'sending' | 'importing' }>

/** The progress of an upload: bytes sent, then rows read by the server. */
export function UploadProgress({ upload }: { upload: Busy }) {
  const sending = upload.phase === 'sending'
  const progress = upload.progress
  return (
    <div className="flex min-h-52 flex-col justify-center px-5 py-8">
      <div className="flex items-baseline justify-between gap-4">
        <p role="status" className="text-base font-medium">
          Processing CSV...
        </p>
        {progress !== null && <span className="num text-ink-2">{percent(progress, 0)}</span>}
      </div>
      <div
        role="progressbar"
        aria-label={sending ? 'Sending the file' : 'Reading the file'}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={progress === null ? undefined : Math.round(progress * 100)}
        className="mt-3 h-1.5 overflow-hidden rounded-full bg-active"
      >
        {progress === null ? (
          <div className="skeleton h-full w-full rounded-full bg-accent-soft" />
        ) : (
          <div
            className="h-full origin-left rounded-full bg-accent transition-transform duration-300 ease-out"
            style={{ transform: `scaleX(${progress})` }}
          />
        )}
      </div>
      <div className="mt-3 flex min-h-8 items-center justify-between gap-4 text-ink-2">
        <p className="min-w-0 truncate">
          {sending ? `Sending ${upload.fileName}` : upload.message || `Reading ${upload.fileName}`}
        </p>
        {sending && (
          <Button size="sm" variant="ghost" onClick={upload.cancel}>
            Cancel
          </Button>
        )}
      </div>
    </div>
  )
}
