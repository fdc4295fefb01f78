import { useMemo, useState, type FormEvent } from 'react'
import { ApiError } from '@/api/core/error'
import { Button } from '@/ui/button'
import { DialogActions } from '@/ui/overlays/dialog'
import { Checkbox } from '@/ui/forms/checkbox'
import { LabeledSelect, TextField } from '@/ui/forms/field'
import { ClientTagFields } from './client-tag-fields'
import { DomainField } from './domain-field'
import { currencyOptions, timeZoneOptions } from '@/lib/locale'
import { domainOfAddress } from '@/lib/domain'
import { parseSite, type SiteErrors, type SiteFields } from './site-schema'

/** The fields of a site. onSubmit receives them trimmed and validated; if it throws, the form stays open. */
export function SiteForm({
  initial,
  submit,
  onSubmit,
  onCancel,
}: {
  initial: SiteFields
  submit: string
  onSubmit: (site: SiteFields) => Promise<void>
  onCancel: () => void
}) {
  const [fields, setFields] = useState(initial)
  const [errors, setErrors] = useState<SiteErrors>({})
  const [busy, setBusy] = useState(false)
  const currencies = useMemo(() => currencyOptions(initial.currency), [initial.currency])
  const zones = useMemo(() => timeZoneOptions(initial.timeZone), [initial.timeZone])
  const set = (field: keyof SiteFields) => (value: SiteFields[keyof SiteFields]) => {
    setFields((f) => ({ ...f, [field]: value }))
    setErrors(({ [field]: _removed, ...others }) => others)
  }
  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const parsed = parseSite({ ...fields, domain: domainOfAddress(fields.domain) ?? fields.domain })
    if ('errors' in parsed) {
      setErrors(parsed.errors)
      const first = event.currentTarget.elements.namedItem(Object.keys(parsed.errors)[0] ?? '')
      if (first instanceof HTMLInputElement) first.focus()
      return
    }
    setErrors({})
    setBusy(true)
    try {
      await onSubmit(parsed.site)
    } catch (error) {
      setErrors(fieldError(error))
      setBusy(false)
    }
  }
  return (
    <form noValidate onSubmit={(event) => void send(event)} className="space-y-4">
      <TextField
        label="Site Name"
        name="name"
        data-autofocus
        autoComplete="off"
        placeholder="My shop"
        value={fields.name}
        error={errors.name}
        onChange={set('name')}
      />
      <DomainField value={fields.domain} error={errors.domain} onChange={set('domain')} />
      {initial.domain !== '' && (
        <Checkbox
          checked={fields.includeSubdomains}
          onChange={set('includeSubdomains')}
          className="-mx-3 rounded-md"
        >
          <span>
            <span className="block font-medium">Include subdomains</span>
            <span className="block text-xs text-ink-3">
              Pages on blog.{hostOf(fields.domain)} and other subdomains count as this site’s own, from the next
              import on
            </span>
          </span>
        </Checkbox>
      )}
      <TextField
        label="GA4 Property ID (optional)"
        name="ga4PropertyId"
        autoComplete="off"
        inputMode="numeric"
        placeholder="123456789"
        value={fields.ga4PropertyId}
        error={errors.ga4PropertyId}
        onChange={set('ga4PropertyId')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <LabeledSelect
          label="Currency"
          value={fields.currency}
          options={currencies}
          error={errors.currency}
          onChange={set('currency')}
        />
        <LabeledSelect
          label="Time zone"
          value={fields.timeZone}
          options={zones}
          error={errors.timeZone}
          onChange={set('timeZone')}
        />
      </div>
      <ClientTagFields
        clientId={fields.clientId}
        tags={fields.tags}
        errors={errors}
        onClient={set('clientId')}
        onTags={set('tags')}
      />
      <DialogActions>
        <Button onClick={onCancel} disabled={busy}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={busy}>
          {submit}
        </Button>
      </DialogActions>
    </form>
  )
}

/** The domain typed so far, as an example. */
const hostOf = (domain: string) => domainOfAddress(domain) ?? (domain.trim() || 'example.com')

/** The server's error as a field error, if it names a field. */
function fieldError(error: unknown): SiteErrors {
  const field = error instanceof ApiError ? error.problem?.field : undefined
  return field && error instanceof ApiError ? { [field]: error.detail } : {}
}
