import { useState } from 'react'
import { useFixes, type Fix, type Insight } from '@/api/insights'
import { copy } from '@/lib/interaction/clipboard'
import { saveText } from '@/lib/csv'
import { cx } from '@/lib/cx'
import { num } from '@/lib/format'
import { toast } from '@/lib/toast'
import { Button } from '@/ui/button'
import { SheetSection } from '@/ui/overlays/sheet'
import { LoadError } from '@/ui/load-error'
import { SkeletonRows } from '@/ui/skeleton'
import { DetailIssues } from './detail-issues'

/** Lines of a fix shown before Show all. */
const collapsedLines = 6

/** What is ready to paste or upload elsewhere: the fix itself first, the ticket for a colleague last. */
export function DetailFixes({ insight }: { insight: Insight }) {
  const { fixes, loading, error, reload } = useFixes(insight.id)
  const ordered = fixes?.toSorted((a, b) => Number(a.kind === 'ticket') - Number(b.kind === 'ticket'))
  return (
    <SheetSection title="Files and tickets">
      <DetailIssues insightId={insight.id} />
      {loading && <SkeletonRows rows={2} label="Loading files and tickets" />}
      {error && <LoadError error={error} onRetry={reload} />}
      <ul className="space-y-3">
        {ordered?.map((fix) => (
          <li key={`${fix.kind} ${fix.fileName}`}>
            <FixCard fix={fix} />
          </li>
        ))}
      </ul>
    </SheetSection>
  )
}

function FixCard({ fix }: { fix: Fix }) {
  const [all, setAll] = useState(false)
  const lines = fix.content.trimEnd().split(/\r?\n/)
  return (
    <article aria-label={fix.title} className="overflow-hidden rounded-lg border border-line">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-3.5 py-2">
        <div className="min-w-0 flex-1 basis-40">
          <h4 className="font-medium">{fix.title}</h4>
          <p className="text-xs text-ink-3">
            {fix.fileName}, {num(lines.length)} {lines.length === 1 ? 'line' : 'lines'}
          </p>
        </div>
        <div className="flex gap-1.5">
          <Button
            size="sm"
            icon="copy"
            aria-label={`Copy ${fix.title}`}
            onClick={() => copy(fix.content, `${fix.title} copied`)}
          >
            Copy
          </Button>
          <Button
            size="sm"
            icon="download"
            aria-label={`Download ${fix.title}`}
            onClick={() => {
              saveText(fix.fileName, fix.content, fix.mediaType)
              toast('Download started', { description: fix.fileName })
            }}
          >
            Download
          </Button>
        </div>
      </header>
      <pre
        // Scrollable content must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={`Preview of ${fix.title}`}
        className={cx(
          'max-h-80 overflow-auto bg-sunken px-3.5 py-2.5 font-mono text-xs focus-visible:-outline-offset-2',
          // CSV keeps its lines; text wraps.
          fix.mediaType !== 'text/csv' && 'whitespace-pre-wrap',
        )}
      >
        {(all ? lines : lines.slice(0, collapsedLines)).join('\n')}
      </pre>
      {lines.length > collapsedLines && (
        <Button
          size="sm"
          variant="ghost"
          className="w-full rounded-none"
          aria-expanded={all}
          onClick={() => setAll(!all)}
        >
          {all ? 'Show fewer lines' : `Show all ${num(lines.length)} lines`}
        </Button>
      )}
    </article>
  )
}
