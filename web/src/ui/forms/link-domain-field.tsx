import { useState } from 'react'
import { messageOf } from '@/api/core/error'
import { useLinkDomain } from '@/api/reports'
import { isDomain } from '@/lib/domain'
import { Button } from '../button'
import { Notice } from '../notice'
import { TextField } from './field'

/** The domain for report links, with where DNS points it now. */
export function LinkDomainField({
  value,
  placeholder,
  hint,
  error,
  onChange,
}: {
  value: string
  placeholder: string
  hint: string
  error: string | undefined
  onChange: (domain: string) => void
}) {
  // Looked up when the form opens and on blur, not on every keystroke.
  const [asked, setAsked] = useState(value)
  const domain = value.trim().toLowerCase()
  const isAsked = asked.trim().toLowerCase() === domain && isDomain(domain)
  return (
    <div className="space-y-2">
      <TextField
        label="Link domain"
        name="linkDomain"
        autoComplete="off"
        placeholder={placeholder}
        value={value}
        error={error}
        hint={hint}
        onBlur={() => setAsked(value)}
        onChange={onChange}
      />
      {isAsked && !error && <WhereItLeads domain={domain} />}
    </div>
  )
}

function WhereItLeads({ domain }: { domain: string }) {
  const { found, error, busy, reload } = useLinkDomain(domain)
  if (!found && !error) return busy ? <p className="text-xs text-ink-3">Looking up {domain}…</p> : null
  const isHere = found?.state === 'here'
  return (
    <Notice tone={isHere ? 'good' : 'warn'}>
      <p role="status">{found?.message ?? messageOf(error, 'The server could not be reached.')}</p>
      {!isHere && (
        <Button size="sm" variant="ghost" busy={busy} onClick={reload} className="mt-1 -ml-2">
          Check again
        </Button>
      )}
    </Notice>
  )
}
