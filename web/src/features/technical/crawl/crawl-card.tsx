import { Suspense, useEffect, useState } from 'react'
import { Link } from 'wouter'
import { noOptions, useCrawlSettings, type CrawlOptions, type CrawlSettings } from '@/api/crawls/crawling'
import type { Site } from '@/api/sites'
import { useCrawls } from '@/api/technical'
import { domainText } from '@/lib/domain'
import { percent } from '@/lib/format'
import { lazyPart } from '@/lib/parts/lazy-part'
import { Button, buttonClass } from '@/ui/button'
import { Card } from '@/ui/card'
import { Select } from '@/ui/forms/select'
import { Icon } from '@/ui/icons'
import { Meter } from '@/ui/meter'
import { SkeletonRows } from '@/ui/skeleton'
import { crawlSite, pauseSiteCrawl, resumeCrawl, stopSiteCrawl } from '@/start/crawl-state'
import { useSiteCrawls, type SiteCrawl } from '@/start/site-crawls'
import { CrawlSchedule } from './crawl-schedule'

// Loaded when they are asked for.
const CrawlProof = lazyPart(async () => ({ default: (await import('./crawl-options')).CrawlProof }))
const CrawlScope = lazyPart(async () => ({ default: (await import('./crawl-options')).CrawlScope }))

type RunningCrawl = Extract<SiteCrawl, { phase: 'running' }>

const limits = ['100', '500', '2000', '10000'].map((value) => ({
  value,
  label: `Up to ${Number(value).toLocaleString('en-US')} pages`,
}))

/** Crawls the site with Upslope's own crawler: a domain is enough. */
export function CrawlCard({ site, small }: { site: Site; small: boolean }) {
  const crawl = useSiteCrawls((s) => s.bySite[site.id])
  const { settings } = useCrawlSettings(site.id)
  const [chosen, setChosen] = useState<{ maxPages?: string; options?: CrawlOptions }>({})
  const [opened, setOpened] = useState(false)
  const running = settings?.jobId
  useEffect(() => void resumeCrawl(site.id, running), [site.id, running])
  const maxPages = chosen.maxPages ?? limitOf(settings)
  const options = chosen.options ?? { ...noOptions, ...settings?.options }
  const unproven = settings && !settings.needsNoProof && (Number(maxPages) > 500 || options.fast)
  return (
    <Card
      title="Crawl this site"
      subtitle={
        small
          ? undefined
          : `Upslope reads ${domainText(site.domain)} from its home page and sitemaps. No file needed`
      }
    >
      <div className="grid gap-3 p-4">
        {crawl && <Outcome crawl={crawl} />}
        {crawl?.phase === 'running' ? (
          <Running siteId={site.id} crawl={crawl} paused={settings?.paused ?? false} />
        ) : (
          <>
            <div className="flex flex-wrap items-center gap-2">
              <Button
                variant={crawl?.phase === 'done' ? 'secondary' : 'primary'}
                icon="refresh"
                disabled={unproven}
                onClick={() => void crawlSite(site.id, Number(maxPages), options)}
              >
                {crawl || settings?.crawled ? 'Crawl again' : 'Crawl this site'}
              </Button>
              <Select
                label="Limit"
                value={maxPages}
                options={limits}
                onChange={(value) => setChosen({ ...chosen, maxPages: value })}
              />
            </div>
            <Suspense>
              {unproven && <CrawlProof settings={settings} domain={domainText(site.domain)} />}
            </Suspense>
            <details className="group" onToggle={(event) => setOpened(event.currentTarget.open)}>
              <summary className="hit flex w-fit cursor-pointer list-none items-center gap-1 rounded-sm py-1.5 text-ink-2 hover:text-ink">
                <Icon name="right" size={14} className="text-ink-3 transition-transform group-open:rotate-90" />
                Options
              </summary>
              <Suspense fallback={<SkeletonRows rows={3} />}>
                {opened && (
                  <CrawlScope
                    options={options}
                    onChange={(value) => setChosen({ ...chosen, options: value })}
                  />
                )}
              </Suspense>
            </details>
          </>
        )}
        {settings?.crawled && <CrawlSchedule settings={settings} />}
        <p className="text-xs text-pretty text-ink-3">
          {options.fast ? 'At most 20' : 'At most five'} pages a second, as robots.txt allows. Crawls go on when
          you leave this page.
          {settings &&
            !settings.crawled &&
            ' Afterwards the site is crawled every week; you can turn that off.'}
        </p>
      </div>
    </Card>
  )
}

/** The limit of the last crawl. */
const limitOf = (settings: CrawlSettings | undefined) =>
  limits.find(({ value }) => Number(value) === settings?.maxPages)?.value ?? '500'

/** What came of the last crawl. */
function Outcome({ crawl }: { crawl: SiteCrawl }) {
  if (crawl.phase === 'failed')
    return (
      <div role="alert" className="flex gap-2.5 rounded-md bg-bad-soft px-3 py-2.5 text-bad-ink">
        <Icon name="alert" className="mt-0.5 shrink-0" />
        <p className="min-w-0 wrap-anywhere">{crawl.reason}</p>
      </div>
    )
  if (crawl.phase !== 'done') return null
  return (
    <div className="flex flex-wrap items-center gap-3">
      <span className="flex size-9 shrink-0 items-center justify-center rounded-full bg-good-soft text-good-ink">
        <Icon name="check" size={18} />
      </span>
      <p className="min-w-0 flex-1 basis-56 font-semibold text-pretty">{crawl.result.message}</p>
      <Link href="/opportunities" className={buttonClass('primary')}>
        See what to fix first
        <Icon name="right" className="-mr-1" />
      </Link>
    </div>
  )
}

function Running({ siteId, crawl, paused }: { siteId: string; crawl: RunningCrawl; paused: boolean }) {
  const { crawls } = useCrawls({ siteId, limit: 1 })
  const starting = crawl.stopping || crawl.job === ''
  return (
    <div className="grid gap-2">
      <div className="flex min-h-8 items-center justify-between gap-4">
        <p role="status" className="min-w-0 font-medium wrap-anywhere">
          {crawl.stopping ? 'Stopping…' : crawl.message || 'Crawling…'}
        </p>
        <span className="num text-ink-2">{percent(crawl.progress, 0)}</span>
      </div>
      <Meter role="progressbar" label="Crawl" percent={Math.round(crawl.progress * 100)} />
      <div className="flex flex-wrap items-center gap-2">
        <Button size="sm" disabled={starting} onClick={() => void pauseSiteCrawl(siteId, !paused)}>
          {paused ? 'Resume' : 'Pause'}
        </Button>
        <Button size="sm" icon="x" disabled={starting} onClick={() => void stopSiteCrawl(siteId)}>
          Stop and keep the pages
        </Button>
        {crawls && crawls.length > 0 && (
          <Link href="/opportunities" className="hit ml-auto font-medium text-accent-ink hover:underline">
            See what to fix first
          </Link>
        )}
      </div>
    </div>
  )
}
