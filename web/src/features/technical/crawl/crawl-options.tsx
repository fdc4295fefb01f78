import { useState } from 'react'
import { Link } from 'wouter'
import { toastFailure } from '@/api/core/failure'
import { proveSite, type CrawlOptions, type CrawlSettings } from '@/api/crawls/crawling'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/forms/checkbox'
import { ChipsField } from '@/ui/forms/chips-field'

// Loaded when they are asked for.

/** What a crawl reads of the site. */
export const CrawlScope = ({
  options,
  onChange,
}: {
  options: CrawlOptions
  onChange: (options: CrawlOptions) => void
}) => (
  <div className="grid gap-3 pt-2">
    <ChipsField
      label="Only these paths"
      hint="All below a folder, such as /blog/. * stands for anything, $ for the end."
      placeholder="/blog/"
      values={options.include}
      onChange={(include) => onChange({ ...options, include })}
    />
    <ChipsField
      label="Leave out these paths"
      placeholder="/cart or *.pdf$"
      values={options.exclude}
      onChange={(exclude) => onChange({ ...options, exclude })}
    />
    <ChipsField
      label="Ignore these URL parameters"
      hint="Addresses that differ only in them are one page. * is all parameters."
      placeholder="utm_source"
      values={options.ignoreParameters}
      onChange={(ignoreParameters) => onChange({ ...options, ignoreParameters })}
    />
    <div className="-mx-3">
      <Checkbox
        checked={options.oneHost}
        className="rounded-md"
        onChange={(oneHost) => onChange({ ...options, oneHost })}
      >
        Leave out other subdomains
      </Checkbox>
      <Checkbox
        checked={options.fast}
        className="rounded-md"
        onChange={(fast) => onChange({ ...options, fast })}
      >
        Crawl faster: up to 20 pages a second
      </Checkbox>
      <Checkbox
        checked={!options.withoutScripts}
        className="rounded-md"
        onChange={(run) => onChange({ ...options, withoutScripts: !run })}
      >
        Render JavaScript on pages with no content in the raw HTML
      </Checkbox>
    </div>
  </div>
)

/** How to prove whose site it is, which larger and faster crawls need. */
export function CrawlProof({ settings, domain }: { settings: CrawlSettings; domain: string }) {
  const [checking, setChecking] = useState(false)
  const { dnsName, dnsValue, fileUrl } = settings.ownership
  const check = async () => {
    setChecking(true)
    try {
      await proveSite(settings.siteId)
    } catch (error) {
      toastFailure(error, 'Couldn’t verify ownership')
    } finally {
      setChecking(false)
    }
  }
  return (
    <section aria-label="Proof of ownership" className="grid gap-2 rounded-md border border-line bg-sunken p-3">
      <p className="text-pretty">
        To crawl more than 500 pages or crawl faster, verify that you own <b>{domain}</b>.{' '}
        <Link href="/settings?tab=integrations" className="text-accent-ink underline">
          Connect Search Console
        </Link>
        , or add one of these:
      </p>
      <dl className="grid gap-x-3 gap-y-1 text-xs sm:grid-cols-[auto_minmax(0,1fr)]">
        <dt className="text-ink-2">DNS TXT record</dt>
        <dd className="font-mono wrap-anywhere select-all">{dnsName}</dd>
        <dt className="text-ink-2">or file at</dt>
        <dd className="font-mono wrap-anywhere select-all">{fileUrl}</dd>
        <dt className="text-ink-2">containing</dt>
        <dd className="font-mono wrap-anywhere select-all">{dnsValue}</dd>
      </dl>
      <Button size="sm" className="w-fit" busy={checking} onClick={() => void check()}>
        Verify
      </Button>
    </section>
  )
}
