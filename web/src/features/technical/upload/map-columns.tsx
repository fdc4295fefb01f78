import type { CrawlField } from '@/api/technical'
import { Button } from '@/ui/button'
import { Dialog, DialogActions } from '@/ui/overlays/dialog'
import { LoadError } from '@/ui/load-error'
import { Select } from '@/ui/forms/select'
import { SkeletonRows } from '@/ui/skeleton'
import { importMapped } from './upload-state'
import { notUsed, useColumnMapping } from './use-column-mapping'

/** A file whose columns can be mapped. */
export type MappableFile = {
  siteId: string
  uploadId: string
  fileName: string
  /** The headers without a field so far. */
  headers: string[]
  /** The fields recognized so far; undefined if the file was not imported. */
  known?: { kind: CrawlField['kind']; fields: string[] }
}

type MapColumnsProps = { file: MappableFile; open: boolean; onClose: () => void; onImport?: () => void }

/** Maps the columns of a file to fields, and imports it again with that mapping. */
export function MapColumns({ file, open, onClose, onImport }: MapColumnsProps) {
  return (
    <Dialog open={open} onClose={onClose} title={file.known ? 'Use more columns' : 'Map columns'} wide>
      <MappingForm
        file={file}
        onCancel={onClose}
        onSubmit={(mapping) => {
          onClose()
          onImport?.()
          void importMapped(file.siteId, file, mapping)
        }}
      />
    </Dialog>
  )
}

type MappingFormProps = {
  file: MappableFile
  onCancel: () => void
  onSubmit: (mapping: Record<string, string>) => void
}

function MappingForm({ file, onCancel, onSubmit }: MappingFormProps) {
  const { headers, known } = file
  const columns = useColumnMapping(
    file.uploadId,
    headers,
    (field) => !known || (field.kind === known.kind && !known.fields.includes(field.name)),
  )
  if (columns.error) return <LoadError error={columns.error} onRetry={columns.reload} />
  if (!columns.ready) return <SkeletonRows label="Loading fields" />
  const shownFields = known ? undefined : missingFields(columns.chosen)
  const options = [
    { value: notUsed, label: 'Not used' },
    ...columns.fields.map((field) => ({ value: field.name, label: field.label })),
  ]
  return (
    <>
      <p className="text-pretty text-ink-2">
        Match the columns of <b className="font-medium wrap-anywhere text-ink">{file.fileName}</b>. Columns set
        to “Not used” are skipped.
      </p>
      <ul aria-label="Columns" className="mt-4 divide-y divide-line rounded-lg border border-line">
        {headers.map((header) => (
          <li key={header} className="grid grid-cols-2 items-center gap-3 px-3 py-2">
            <span className="min-w-0 wrap-anywhere">{header || 'A column without a name'}</span>
            <Select
              label={`Field of ${header || 'the column without a name'}`}
              value={columns.fieldOf(header)}
              options={options}
              onChange={(field) => columns.choose(header, field)}
            />
          </li>
        ))}
      </ul>
      <DialogActions>
        <p role="status" className="mr-auto self-center text-xs text-pretty text-ink-2">
          {shownFields}
        </p>
        <Button onClick={onCancel}>Cancel</Button>
        <Button
          variant="primary"
          disabled={shownFields !== undefined || columns.chosen.size === 0}
          onClick={() => onSubmit(columns.mapping)}
        >
          Import
        </Button>
      </DialogActions>
    </>
  )
}

/** The required fields that are missing: pages need an address, links two ends. */
function missingFields(chosen: Set<string>) {
  if (chosen.has('address') || (chosen.has('source') && chosen.has('destination'))) return undefined
  if (chosen.has('source')) return 'Choose the column that holds the Destination.'
  if (chosen.has('destination')) return 'Choose the column that holds the Source.'
  return 'Choose the column that holds the Address.'
}
