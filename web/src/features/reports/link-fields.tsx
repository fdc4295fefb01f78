import type { LinkTerms } from '@/api/links'
import { LabeledSelect, TextField } from '@/ui/forms/field'
import { lifetimes } from './report-options'

/** The lifetime and password of a link. */
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
      <LabeledSelect
        label="Link expires after"
        value={String(terms.expirationDays)}
        options={lifetimes}
        error={errors.expirationDays}
        onChange={(days) => onChange({ expirationDays: Number(days) })}
      />
      <TextField
        label="Link password"
        name="link-password"
        // The password is for clients, not the user's own: the browser must neither fill it in nor save it.
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
