import { useState } from 'react'
import { rejectedRowsFile, type RecognizedTab, type Upload } from '@/api/technical'
import { num } from '@/lib/format'
import { toast } from '@/lib/toast'
import { Button } from '@/ui/button'
import { DownloadLink } from '@/ui/download-link'
import { Icon } from '@/ui/icons'
import { MapColumns } from './map-columns'
import { RecognizedColumns } from './recognized-columns'

/** An imported file and its summary. */
export type ImportedFile = Pick<Upload, 'siteId' | 'fileName' | 'recognition' | 'warnings' | 'rejected'> & {
  uploadId: string
}

type ImportSummaryProps = {
  file: ImportedFile
  /** Called when the file is imported again. */
  onImport?: () => void
}

/** What a file was recognized as: its tables, the columns used and missing, and rejected rows. */
export function ImportSummary({ file, onImport }: ImportSummaryProps) {
  return (
    <div className="space-y-4 text-left">
      {file.warnings.length > 0 && <Notes tone="warn" notes={file.warnings} />}
      {file.rejected > 0 && <RejectedRows file={file} />}
      {file.recognition.map((tab) => (
        <Tab key={tab.name} tab={tab} file={file} onImport={onImport} />
      ))}
    </div>
  )
}

function Tab({
  tab,
  file,
  onImport,
}: {
  tab: RecognizedTab
  file: ImportedFile
  onImport?: (() => void) | undefined
}) {
  const [mapping, setMapping] = useState(false)
  const mappable = tab.unknown.length > 0 && tab.kind !== 'issues'
  return (
    <article aria-label={tab.name} className="rounded-lg border border-line">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-3.5 py-2.5">
        <Icon name="file" className="shrink-0 text-ink-3" />
        <div className="min-w-0 flex-1 basis-48">
          <h4 className="font-medium">
            {tab.crawler || 'Unknown crawler'}, {tab.report}
          </h4>
          <p className="num text-xs wrap-anywhere text-ink-3">
            {num(tab.rows)} {tab.rows === 1 ? 'row' : 'rows'} ·{' '}
            {[tab.encoding, tab.delimiter].filter(Boolean).join(', ')}
            {file.recognition.length > 1 && ` · ${tab.name}`}
          </p>
        </div>
        {mappable && (
          <Button size="sm" onClick={() => setMapping(true)}>
            Use more columns
          </Button>
        )}
      </header>
      <RecognizedColumns tab={tab} />
      {tab.notes.length > 0 && (
        <div className="px-3.5 pb-3">
          <Notes notes={tab.notes} />
        </div>
      )}
      {mappable && (
        <MapColumns
          file={{
            ...file,
            headers: tab.unknown,
            known: { kind: kindOf(tab), fields: tab.columns.map((c) => c.field) },
          }}
          open={mapping}
          onClose={() => setMapping(false)}
          {...(onImport && { onImport })}
        />
      )}
    </article>
  )
}

const kindOf = (tab: RecognizedTab) => (tab.kind === 'links' ? 'links' : 'pages')

const Notes = ({ notes, tone }: { notes: string[]; tone?: 'warn' }) => (
  <ul className={tone === 'warn' ? 'rounded-md bg-warn-soft px-3 py-2.5 text-warn-ink' : 'text-xs text-ink-2'}>
    {notes.map((note) => (
      <li key={note} className="flex gap-2 text-pretty wrap-anywhere">
        {tone === 'warn' && <Icon name="alert" className="mt-0.5 shrink-0" />}
        {note}
      </li>
    ))}
  </ul>
)

const RejectedRows = ({ file }: { file: ImportedFile }) => (
  <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md bg-sunken px-3 py-2.5">
    <p>
      <b className="num font-semibold">
        {num(file.rejected)} {file.rejected === 1 ? 'row' : 'rows'}
      </b>{' '}
      could not be imported.
    </p>
    <DownloadLink size="sm" href={rejectedRowsFile(file.uploadId)} onStart={() => toast('Export Started')}>
      Download them with reasons
    </DownloadLink>
  </div>
)
