import { useState } from 'react'
import { Link } from 'wouter'
import { toastFailure } from '@/api/core/failure'
import { proveSite, type CrawlSettings } from '@/api/crawls/crawling'
import { Button } from '@/ui/button'

/** How to prove whose site it is, which larger and faster crawls need. */
export function CrawlProof({ settings, domain }: { settings: CrawlSettings; domain: string }) {
  const [checking, setChecking] = useState(false)
  const { dnsName, dnsValue, fileUrl } = settings.ownership
  const check = async () => {
    setChecking(true)
    try {
      await proveSite(settings.siteId)
    } catch (error) {
      toastFailure(error, 'Failed to check whose site this is')
    } finally {
      setChecking(false)
    }
  }
  return (
    <section aria-label="Proof of ownership" className="grid gap-2 rounded-md border border-line bg-sunken p-3">
      <p className="text-pretty">
        Crawls of more than 500 pages, and faster ones, need proof that <b>{domain}</b> is yours.{' '}
        <Link href="/settings?tab=integrations" className="text-accent-ink hover:underline">
          Connect Search Console
        </Link>
        , or add one of these:
      </p>
      <dl className="grid gap-x-3 gap-y-1 text-xs sm:grid-cols-[auto_minmax(0,1fr)]">
        <dt className="text-ink-2">TXT record</dt>
        <dd className="font-mono wrap-anywhere select-all">{dnsName}</dd>
        <dt className="text-ink-2">or file</dt>
        <dd className="font-mono wrap-anywhere select-all">{fileUrl}</dd>
        <dt className="text-ink-2">with the text</dt>
        <dd className="font-mono wrap-anywhere select-all">{dnsValue}</dd>
      </dl>
      <Button size="sm" className="w-fit" busy={checking} onClick={() => void check()}>
        Check now
      </Button>
    </section>
  )
}
