import type { LinkTerms } from '@/api/links'
import { LabelledSelect, TextField } from '@/ui/forms/field'
import { lifetimes } from './report-options'

/** Asks how long a link opens, and for a password. */
export const LinkFields = ({
  terms,
  errors,
  onChange,
}: {
  terms: LinkTerms
  errors: { expirationDays?: string; password?: string }
  onChange: (changes: Partial<LinkTerms>) => void
}) => (
  <fieldset>
    <legend className="sr-only">Link</legend>
    <div className="grid grid-cols-2 gap-3">
      <LabelledSelect
        label="Link opens for"
        value={String(terms.expirationDays)}
        options={lifetimes}
        error={errors.expirationDays}
        onChange={(days) => onChange({ expirationDays: Number(days) })}
      />
      <TextField
        label="Link password"
        name="link-password"
        // A word for clients, not the owner's: nothing for the browser to fill in or to keep.
        autoComplete="off"
        placeholder="None"
        maxLength={200}
        value={terms.password}
        error={errors.password}
        onChange={(password) => onChange({ password })}
      />
    </div>
  </fieldset>
)
