import type { Site } from '@/api/sites'
import { domainBeside } from '@/lib/domain'
import { Badge } from '@/ui/badges/badge'
import { DemoBadge } from '@/ui/badges/demo-badge'
import { SiteMark } from '@/ui/site-mark'

/** A site in a list of choices. */
export const SiteLine = ({ site, selected }: { site: Site; selected: boolean }) => (
  <>
    <SiteMark name={site.name} size={24} />
    <span className="min-w-0 flex-1 py-1.5">
      <span className="block truncate font-medium">{site.name}</span>
      <span className="block truncate text-xs text-ink-3">{domainBeside(site)}</span>
    </span>
    {site.demo && <DemoBadge />}
    {selected && <Badge tone="good">Active</Badge>}
  </>
)
