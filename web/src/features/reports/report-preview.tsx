import { usePreview, type ReportSettings } from '@/api/reports'
import { useDebounced } from '@/lib/interaction/use-debounced'
import { Card } from '@/ui/card'
import { LoadError } from '@/ui/load-error'
import { Skeleton } from '@/ui/skeleton'

/** The report as it would be made now. The sandboxed frame can neither run scripts nor make requests. */
export function ReportPreview({ settings }: { settings: ReportSettings }) {
  const debounced = useDebounced(JSON.stringify(settings), 400)
  const previewable = settings.title.trim() !== ''
  const { html, error, loading, busy, reload } = usePreview(
    previewable ? (JSON.parse(debounced) as ReportSettings) : null,
  )
  return (
    <Card
      title="Preview"
      subtitle="What your client sees"
      aside={busy && <span className="text-xs text-ink-3">Updating…</span>}
    >
      {error && !html ? (
        <LoadError error={error} onRetry={reload} />
      ) : loading && !html ? (
        <div className="space-y-3 p-6" aria-hidden="true">
          <Skeleton className="h-8 w-2/3" />
          <Skeleton className="h-4 w-1/3" />
          <Skeleton className="h-40 w-full" />
        </div>
      ) : (
        html && (
          // Smaller than life, so that it shows at one glance what a page of the report does.
          <div className="h-[min(75dvh,56rem)] overflow-hidden">
            <iframe
              title="Preview of the report"
              sandbox=""
              srcDoc={html}
              className="h-4/3 w-4/3 origin-top-left scale-75 bg-canvas"
            />
          </div>
        )
      )}
      {!previewable && !html && <p className="p-6 text-ink-2">Enter a title to preview the report.</p>}
    </Card>
  )
}
