import { Link } from 'wouter'
import { selectSite, useSelectedSite } from '@/api/selected-site'
import { useSites } from '@/api/sites'
import { Badge } from '@/ui/badge'
import { buttonClass } from '@/ui/button'
import { Icon } from '@/ui/icons'
import { Menu, MenuAction, MenuLink, MenuSeparator } from '@/ui/menu'
import { SiteMark } from '@/ui/site-mark'

/** Chooses the site that the screens are about. */
export function SiteSwitcher() {
  const { sites, loading } = useSites()
  const { site: selected } = useSelectedSite()
  if (loading) return <span className="truncate text-ink-3">Loading sites...</span>
  if (!sites || !selected) {
    return (
      <Link href="/sites" className={buttonClass()}>
        <Icon name="plus" className="-ml-0.5 opacity-80" />
        Add Site
      </Link>
    )
  }
  return (
    <Menu
      width="w-72"
      buttonClassName="hit -ml-1 flex h-8 min-w-0 items-center gap-2 rounded-md px-1.5 font-medium hover:bg-hover data-open:bg-hover"
      button={
        <>
          <SiteMark name={selected.name} />
          <span className="truncate">
            <span className="sr-only">Site: </span>
            {selected.name}
          </span>
          <Icon name="updown" className="shrink-0 text-ink-3" />
        </>
      }
    >
      <div className="max-h-80 overflow-y-auto">
        {sites.map((site) => (
          <MenuAction key={site.id} onSelect={() => selectSite(site.id)}>
            <SiteMark name={site.name} size={24} />
            <span className="min-w-0 flex-1 py-1.5">
              <span className="block truncate font-medium">{site.name}</span>
              <span className="block truncate text-xs text-ink-3">{site.domain}</span>
            </span>
            {site.id === selected.id && <Badge tone="good">Active</Badge>}
          </MenuAction>
        ))}
      </div>
      <MenuSeparator />
      <MenuLink href="/sites" icon="settings">
        Manage Sites
      </MenuLink>
    </Menu>
  )
}
