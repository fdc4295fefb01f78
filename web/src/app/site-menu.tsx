import { useMay } from '@/api/core/role'
import type { Site } from '@/api/sites'
import { domainBeside } from '@/lib/domain'
import { Badge } from '@/ui/badges/badge'
import { DemoBadge } from '@/ui/badges/demo-badge'
import { Menu, MenuAction, MenuLink, MenuSeparator } from '@/ui/overlays/menu'
import { SiteMark } from '@/ui/site-mark'
import { useSiteChoice } from './use-site-choice'

/** Selects one of few sites. */
export function SiteMenu({ sites, selected }: { sites: Site[]; selected: Site }) {
  const { choose, chooseAll } = useSiteChoice()
  const { isClient } = useMay()
  return (
    <Menu width="w-80">
      <div className="max-h-80 overflow-y-auto">
        {sites.length > 1 && !isClient && (
          <MenuAction icon="layers" onSelect={chooseAll}>
            All sites
          </MenuAction>
        )}
        {sites.map((site) => (
          <MenuAction key={site.id} onSelect={() => choose(site.id)}>
            <SiteLine site={site} selected={site.id === selected.id} />
          </MenuAction>
        ))}
      </div>
      {!isClient && (
        <>
          <MenuSeparator />
          <MenuLink href="/sites" icon="settings">
            Manage Sites
          </MenuLink>
        </>
      )}
    </Menu>
  )
}

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
