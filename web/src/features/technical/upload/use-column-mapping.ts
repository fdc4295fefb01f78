import { useState } from 'react'
import { useCrawlFields, useUpload, type CrawlField } from '@/api/technical'
import { guessFields } from './guess-fields'

/** The choice of a column that is not read as anything; what is chosen may not be empty. */
export const notUsed = 'none'

/** Which field each header is read as: what was said before, else what is likely, until the user says otherwise. */
export function useColumnMapping(uploadId: string, headers: string[], offered: (field: CrawlField) => boolean) {
  const { fields, error: noFields, reload: readFields } = useCrawlFields()
  const { upload, error: noUpload, reload: readUpload } = useUpload(uploadId)
  const [said, setSaid] = useState<Record<string, string>>({})
  const usable = unique(fields?.filter(offered) ?? [])
  const likely = { ...guessFields(headers, usable), ...upload?.mapping }
  const fieldOf = (header: string) => said[header] ?? (likely[header] || notUsed)

  /** A field is read from one column: choosing it for another takes it away from the first. */
  function choose(header: string, field: string) {
    const before = field === notUsed ? undefined : headers.find((one) => fieldOf(one) === field)
    setSaid({ ...said, ...(before !== undefined && { [before]: notUsed }), [header]: field })
  }

  const mapping: Record<string, string> = { ...upload?.mapping }
  for (const header of headers) {
    if (fieldOf(header) !== notUsed) mapping[header] = fieldOf(header)
    // What looked like a field and is none must not be taken for it by the server either.
    else if (likely[header]) mapping[header] = ''
  }
  return {
    fields: usable,
    ready: fields !== undefined && upload !== undefined,
    error: noFields ?? noUpload,
    reload: () => Promise.all([readFields(), readUpload()]),
    fieldOf,
    choose,
    chosen: new Set(headers.map(fieldOf).filter((field) => field !== notUsed)),
    /** What to import the file with. */
    mapping,
  }
}

/** A status code, for one, is a field of pages and of links: it is offered once. */
const unique = (fields: CrawlField[]) =>
  fields.filter((field, i) => fields.findIndex((one) => one.name === field.name) === i)
