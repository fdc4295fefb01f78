import { useState, type FormEvent } from 'react'
import { messageOf } from '@/api/core/error'
import { selectSite } from '@/api/selected-site'
import { addSite } from '@/api/sites'
import { domainOfAddress, domainText, isDomain } from '@/lib/domain'
import { browserCurrency, browserTimeZone } from '@/lib/locale'
import { useBusy } from '@/lib/interaction/use-busy'
import { Button } from '@/ui/button'
import { TextField } from '@/ui/forms/field'

/** Adds the first site: a domain is enough. Its name, currency and time zone can be changed under Sites. */
export function AddSite() {
  const [text, setText] = useState('')
  const [error, setError] = useState('')
  const [busy, run] = useBusy()
  const add = (event: FormEvent) => {
    event.preventDefault()
    const domain = domainOfAddress(text) ?? text.trim().toLowerCase()
    if (!isDomain(domain)) return setError('Enter a domain, such as example.com')
    void run(async () => {
      try {
        const site = {
          name: domainText(domain),
          domain,
          currency: browserCurrency(),
          timeZone: browserTimeZone(),
        }
        selectSite((await addSite(site))!.id)
      } catch (failure) {
        setError(messageOf(failure, 'Failed to add site'))
      }
    })
  }
  return (
    <form noValidate onSubmit={add} className="max-w-xl">
      <div className="flex flex-wrap items-start gap-2">
        <TextField
          label="Your domain"
          name="domain"
          autoComplete="off"
          autoCapitalize="none"
          inputMode="url"
          spellCheck={false}
          placeholder="example.com"
          className="min-w-0 flex-1 basis-52"
          value={text}
          error={error || undefined}
          onChange={(typed) => {
            setText(typed)
            setError('')
          }}
        />
        <Button type="submit" variant="primary" busy={busy} className="sm:mt-6">
          Add Site
        </Button>
      </div>
    </form>
  )
}
