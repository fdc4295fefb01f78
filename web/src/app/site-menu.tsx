import { useMay } from '@/api/core/role'
import type { Site } from '@/api/sites'
import { Menu, MenuAction, MenuLink, MenuSeparator } from '@/ui/overlays/menu'
import { SiteLine } from './site-line'
import { useSiteChoice } from './use-site-choice'

/** Selects one of few sites. */
export function SiteMenu({ sites, selected }: { sites: Site[]; selected: Site }) {
  const { choose, chooseAll } = useSiteChoice()
  const { isClient } = useMay()
  return (
    <Menu width="w-72">
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
