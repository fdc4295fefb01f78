import { useId, useState } from 'react'
import type { Provider } from '@/lib/integration'
import { TextField } from '@/ui/forms/field'

/** The user's own credentials, in the shape of the API. */
export type Credentials = Record<string, unknown>

type FieldProps = {
  /** There is no other way to connect. */
  alone: boolean
  onChange: (credentials: Credentials | null) => void
}

const privacyNote = 'Stored encrypted, used only for this connection and never shown again.'

/** Asks for the user's own API key. */
export function ApiKeyField({ alone, onChange }: FieldProps) {
  const [key, setKey] = useState('')
  return (
    <TextField
      label={alone ? 'Your own API key' : 'Or use your own API key'}
      name="apiKey"
      autoComplete="off"
      spellCheck={false}
      hint={privacyNote}
      value={key}
      onChange={(text) => {
        setKey(text)
        onChange(text.trim() === '' ? null : { apiKey: text.trim() })
      }}
    />
  )
}

/**
 * Asks for the key file of the user's own service account, and for Google Ads also for the account to read.
 */
export function KeyFileField({ alone, provider, onChange }: FieldProps & { provider: Provider }) {
  const id = useId()
  const [keyFile, setKeyFile] = useState<Credentials | null>(null)
  const [ids, setIds] = useState({ customerId: '', loginCustomerId: '' })
  const [error, setError] = useState('')
  function emit(file: Credentials | null, draftIds: typeof ids) {
    const filled = Object.entries(draftIds).filter(([, value]) => value !== '')
    onChange(file && { ...file, ...Object.fromEntries(filled) })
  }
  async function read(file: File | undefined) {
    const found = file ? parseKeyFile(await file.text()) : null
    setKeyFile(found)
    setError(file && !found ? 'This is not a service account key file.' : '')
    emit(found, ids)
  }
  const setCustomer = (name: keyof typeof ids) => (text: string) => {
    const next = { ...ids, [name]: text.replaceAll(/\D/g, '') }
    setIds(next)
    emit(keyFile, next)
  }
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-medium">
        {alone ? 'Your own service account' : 'Or use your own service account'}
      </label>
      <input
        id={id}
        type="file"
        accept=".json,application/json"
        aria-describedby={`${id}-hint`}
        onChange={(event) => void read(event.target.files?.[0])}
        className="block w-full min-w-0 text-ink-2 file:mr-3 file:h-8 file:cursor-pointer file:rounded-md file:border file:border-line-strong/80 file:bg-surface file:px-3 file:font-medium file:text-ink dark:file:bg-raised"
      />
      <p id={`${id}-hint`} className="mt-1 text-xs text-pretty wrap-anywhere text-ink-3">
        {error !== '' && <span className="block text-bad-ink">{error}</span>}
        {keyFile
          ? `The key of ${String(keyFile['client_email'])}. ${privacyNote}`
          : `Its key file (JSON). ${privacyNote}`}
      </p>
      {keyFile && provider === 'gads' && (
        <div className="mt-3 grid gap-3 sm:grid-cols-2">
          <TextField
            label="Customer ID"
            inputMode="numeric"
            placeholder="1234567890"
            value={ids.customerId}
            onChange={setCustomer('customerId')}
          />
          <TextField
            label="Manager ID (optional)"
            inputMode="numeric"
            value={ids.loginCustomerId}
            onChange={setCustomer('loginCustomerId')}
          />
        </div>
      )}
    </div>
  )
}

/** The key in a file, if it is one of a service account. */
function parseKeyFile(text: string): Credentials | null {
  try {
    const parsed: unknown = JSON.parse(text)
    const isKey =
      typeof parsed === 'object' && parsed !== null && 'client_email' in parsed && 'private_key' in parsed
    return isKey ? (parsed as Credentials) : null
  } catch {
    return null
  }
}
