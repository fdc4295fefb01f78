import { useEffect } from 'react'
import { useIntegrations } from '@/api/integrations'
import type { Site } from '@/api/sites'
import { num } from '@/lib/format'
import { isBackfilling } from '@/lib/integration'
import { Meter } from '@/ui/meter'
import { Notice } from '@/ui/notice'
import { resumeCrawl } from './crawl-state'
import { useSiteCrawls } from './site-crawls'

/** What is arriving for a new site: its running crawl, and the syncs of what is connected. */
export function DataProgress({ site }: { site: Site }) {
  const crawl = useSiteCrawls((state) => state.bySite[site.id])
  const { integrations } = useIntegrations({ siteId: site.id })
  useEffect(() => void resumeCrawl(site.id), [site.id])
  const syncing = integrations?.filter((item) => item.status === 'connected' && isBackfilling(item)) ?? []
  return (
    <>
      {crawl?.phase === 'failed' && <Notice tone="bad">{crawl.reason}</Notice>}
      {crawl?.phase === 'running' && (
        <Line label="Crawl" text={crawl.message || 'Crawling…'} percent={Math.round(crawl.progress * 100)} />
      )}
      {syncing.map(({ provider, name, daysRead, daysWanted }) => (
        <Line
          key={provider}
          label={name}
          text={`${name}: ${num(daysRead)} of ${num(daysWanted)} days synced`}
          percent={Math.round((100 * daysRead) / Math.max(1, daysWanted))}
        />
      ))}
    </>
  )
}

const Line = ({ label, text, percent }: { label: string; text: string; percent: number }) => (
  <div className="max-w-xl space-y-1.5">
    <p role="status" className="wrap-anywhere">
      {text}
    </p>
    <Meter role="progressbar" label={label} percent={percent} />
  </div>
)
