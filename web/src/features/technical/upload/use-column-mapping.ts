import { useState } from 'react'
import { useCrawlFields, useUpload, type CrawlField } from '@/api/technical'
import { guessFields } from './guess-fields'

/** The option for a column that is not used; an option's value may not be empty. */
export const notUsed = 'none'

/** The field of each header: the recognized one, else the likely one, until the user changes it. */
export function useColumnMapping(uploadId: string, headers: string[], offered: (field: CrawlField) => boolean) {
  const { fields, error: noFields, reload: readFields } = useCrawlFields()
  const { upload, error: noUpload, reload: readUpload } = useUpload(uploadId)
  const [chosen, setChosen] = useState<Record<string, string>>({})
  const mappableFields = unique(fields?.filter(offered) ?? [])
  const guesses = { ...guessFields(headers, mappableFields), ...upload?.mapping }
  const fieldOf = (header: string) => chosen[header] ?? (guesses[header] || notUsed)

  /** A field is read from one column: mapping it to another removes it from the first. */
  function choose(header: string, field: string) {
    const before = field === notUsed ? undefined : headers.find((item) => fieldOf(item) === field)
    setChosen({ ...chosen, ...(before !== undefined && { [before]: notUsed }), [header]: field })
  }

  const mapping: Record<string, string> = { ...upload?.mapping }
  for (const header of headers) {
    if (fieldOf(header) !== notUsed) mapping[header] = fieldOf(header)
    // Overrides the server's own guess as well.
    else if (guesses[header]) mapping[header] = ''
  }
  return {
    fields: mappableFields,
    ready: fields !== undefined && upload !== undefined,
    error: noFields ?? noUpload,
    reload: () => Promise.all([readFields(), readUpload()]),
    fieldOf,
    choose,
    chosen: new Set(headers.map(fieldOf).filter((field) => field !== notUsed)),
    /** The mapping to import the file with. */
    mapping,
  }
}

/** Some fields, such as the status code, are of pages and of links: they are listed once. */
const unique = (fields: CrawlField[]) =>
  fields.filter((field, i) => fields.findIndex((item) => item.name === field.name) === i)
