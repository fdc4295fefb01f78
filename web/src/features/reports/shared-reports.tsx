import { Suspense, useState } from 'react'
import { useLinks, type SharedReport } from '@/api/links'
import { useClients } from '@/api/settings/clients'
import { useMay } from '@/api/core/role'
import { useSites } from '@/api/sites'
import { domainText } from '@/lib/domain'
import { num } from '@/lib/format'
import { lazyPart } from '@/lib/parts/lazy-part'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { Icon } from '@/ui/icons'
import { LoadError } from '@/ui/load-error'
import { usePreload } from '@/ui/overlays/lazily'
import { SkeletonRows } from '@/ui/skeleton'
import { SharedReportRow } from './shared-report-row'

const loadDialogs = () => import('./link-dialogs')
const ExtendDialog = lazyPart(async () => ({ default: (await loadDialogs()).ExtendDialog }))
const RevokeLinkDialog = lazyPart(async () => ({ default: (await loadDialogs()).RevokeLinkDialog }))

/** Links shown before Show all. */
const collapsedCount = 4

/** The account's links, newest first. */
export function SharedReports() {
  const { links, loading, error, reload } = useLinks()
  const { sites } = useSites()
  const [all, setAll] = useState(false)
  const [extending, setExtending] = useState<SharedReport | null>(null)
  const [revoking, setRevoking] = useState<SharedReport | null>(null)
  const { clients } = useClients()
  const { edit } = useMay()
  usePreload(loadDialogs, edit && links !== undefined && links.length > 0)
  const hasSeveralSites = (sites?.length ?? 0) > 1
  const siteNameOf = (link: SharedReport) => {
    const site = sites?.find((item) => item.id === link.siteId)
    const client = clients?.find((item) => item.id === link.clientId)
    if (!hasSeveralSites) return undefined
    return site ? domainText(site.domain) : (client?.name ?? 'All sites')
  }
  return (
    <Card title="Shareable Reports" subtitle="Links are snapshots and do not update">
      {loading && <SkeletonRows rows={2} label="Loading the links" />}
      {error && <LoadError error={error} onRetry={() => void reload()} />}
      {links?.length === 0 && (
        <p className="flex items-start gap-3 px-4 py-6 text-pretty text-ink-2">
          <Icon name="link" className="mt-0.5 shrink-0 text-ink-3" />
          {edit
            ? 'No shareable reports yet. Create your first one using the form above.'
            : 'No report was shared yet.'}
        </p>
      )}
      {links && links.length > 0 && (
        <ul aria-label="Shareable Reports" className="divide-y divide-line">
          {(all ? links : links.slice(0, collapsedCount)).map((link) => (
            <SharedReportRow
              key={link.id}
              link={link}
              about={siteNameOf(link)}
              onExtend={() => setExtending(link)}
              onRevoke={() => setRevoking(link)}
            />
          ))}
        </ul>
      )}
      {links && links.length > collapsedCount && (
        <div className="border-t border-line p-2 text-center">
          <Button size="sm" variant="ghost" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? 'Show fewer' : `Show all ${num(links.length)}`}
          </Button>
        </div>
      )}
      <Suspense fallback={null}>
        {extending && <ExtendDialog link={extending} onClose={() => setExtending(null)} />}
        {revoking && <RevokeLinkDialog link={revoking} onClose={() => setRevoking(null)} />}
      </Suspense>
    </Card>
  )
}
