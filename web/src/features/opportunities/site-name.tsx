import { useSites } from '@/api/sites'
import { domainText } from '@/lib/domain'
import { SiteMark } from '@/ui/site-mark'

/** The name of a site, for lists over several sites. */
export function SiteName({ id }: { id: string }) {
  const { sites } = useSites()
  const site = sites?.find((item) => item.id === id)
  if (!site) return <span className="text-ink-3">—</span>
  return (
    <span className="inline-flex max-w-44 min-w-0 items-center gap-1.5" title={domainText(site.domain)}>
      <SiteMark name={site.name} size={16} />
      <span className="truncate">{site.name}</span>
    </span>
  )
}
