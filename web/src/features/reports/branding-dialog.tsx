import { useRef, useState, type FormEvent } from 'react'
import { ApiError, messageOf } from '@/api/core/error'
import { saveBranding, useBranding, type Branding } from '@/api/reports'
import { toast } from '@/lib/toast'
import { useBusy } from '@/lib/interaction/use-busy'
import { Button } from '@/ui/button'
import { Dialog, DialogActions } from '@/ui/overlays/dialog'
import { ColorField } from '@/ui/forms/color-field'
import { TextField } from '@/ui/forms/field'
import { LinkDomainField } from '@/ui/forms/link-domain-field'
import { LogoField } from '@/ui/forms/logo-field'
import { LoadError } from '@/ui/load-error'
import { SkeletonRows } from '@/ui/skeleton'

/** Edits the name, color and logo on reports. */
export function BrandingDialog({ onClose }: { onClose: () => void }) {
  const { branding, loading, error, reload } = useBranding()
  return (
    <Dialog open onClose={onClose} title="Branding">
      {loading && <SkeletonRows rows={3} label="Loading the branding" />}
      {error && <LoadError error={error} onRetry={() => void reload()} />}
      {branding && <BrandingForm branding={branding} onClose={onClose} />}
    </Dialog>
  )
}

function BrandingForm({ branding, onClose }: { branding: Branding; onClose: () => void }) {
  const [name, setName] = useState(branding.name)
  const [color, setColor] = useState(branding.color)
  const [linkDomain, setLinkDomain] = useState(branding.linkDomain)
  const [logo, setLogo] = useState(branding.logo)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [busy, run] = useBusy()
  const form = useRef<HTMLFormElement>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run(async () => {
      setErrors({})
      try {
        await saveBranding({
          name,
          color,
          linkDomain,
          ...(logo !== branding.logo && { logo: logo && logo.slice(logo.indexOf(',') + 1) }),
        })
        toast('Branding saved', { description: 'New reports use it.', tone: 'good' })
        onClose()
      } catch (failure) {
        const field = failure instanceof ApiError ? failure.problem?.field : undefined
        setErrors({ [field ?? 'form']: messageOf(failure, 'The branding could not be saved.') })
      }
    })
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className="space-y-4">
      <TextField
        label="Agency name"
        name="name"
        data-autofocus
        autoComplete="organization"
        value={name}
        error={errors.name}
        hint="Shown on the cover and in page headers."
        onChange={setName}
      />
      <ColorField value={color} error={errors.color} onChange={setColor} />
      <LogoField logo={logo} error={errors.logo} onChange={setLogo} />
      <LinkDomainField
        placeholder={location.hostname}
        value={linkDomain}
        error={errors.linkDomain}
        hint={`Your own domain for shared links, such as reports.example.com. Point its CNAME record to ${location.hostname}.`}
        onChange={setLinkDomain}
      />
      {errors.form && <p className="text-bad-ink">{errors.form}</p>}
      <DialogActions>
        <Button onClick={onClose} disabled={busy}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={busy}>
          Save branding
        </Button>
      </DialogActions>
    </form>
  )
}
