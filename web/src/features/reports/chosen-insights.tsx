import { Suspense, useState } from 'react'
import type { ReportInsight } from '@/api/reports'
import { num } from '@/lib/format'
import { lazyPart } from '@/lib/parts/lazy-part'
import { Button } from '@/ui/button'

const ChooseInsightsDialog = lazyPart(async () => ({
  default: (await import('./choose-insights-dialog')).ChooseInsightsDialog,
}))

/** Which opportunities a report shows, and the button that opens their choice. */
export function ChosenInsights({
  scope,
  chosen,
  error,
  onChange,
}: {
  scope: { siteId?: string; clientId?: string }
  chosen: readonly ReportInsight[]
  error: string | undefined
  onChange: (chosen: ReportInsight[]) => void
}) {
  const [open, setOpen] = useState(false)
  return (
    <div>
      <div className="flex items-center justify-between gap-3">
        <span className="text-ink-2">{choiceText(chosen.length)}</span>
        <Button size="sm" onClick={() => setOpen(true)}>
          Choose
        </Button>
      </div>
      {error && <p className="mt-1 text-xs text-bad-ink">{error}</p>}
      {open && (
        <Suspense>
          <ChooseInsightsDialog
            scope={scope}
            chosen={chosen}
            onChange={onChange}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </div>
  )
}

const choiceText = (n: number) =>
  n === 0
    ? 'Shows the first 10 opportunities'
    : n === 1
      ? 'Shows the opportunity you chose'
      : `Shows the ${num(n)} opportunities you chose`
