import { useState } from 'react'
import { TextField } from '@/ui/forms/field'
import { domainOfAddress, domainText } from '@/lib/domain'

/** A text box for a domain; of a pasted or typed web address it keeps the domain and says so. */
export function DomainField({
  value,
  error,
  onChange,
}: {
  value: string
  error: string | undefined
  onChange: (domain: string) => void
}) {
  const [extracted, setExtracted] = useState('')
  /** Returns whether the text was an address. */
  function extractDomain(text: string) {
    const domain = domainOfAddress(text)
    if (domain === undefined) return false
    onChange(domainText(domain))
    setExtracted(domainText(domain))
    return true
  }
  return (
    <TextField
      label="Domain"
      name="domain"
      autoComplete="off"
      autoCapitalize="none"
      inputMode="url"
      spellCheck={false}
      placeholder="example.com"
      hint={extracted === '' ? 'Enter without http:// or www.' : `Kept ${extracted} of the address.`}
      value={value}
      error={error}
      onChange={(text) => {
        setExtracted('')
        onChange(text)
      }}
      onBlur={() => extractDomain(value)}
      onPaste={(event) => extractDomain(event.clipboardData.getData('text')) && event.preventDefault()}
    />
  )
}
