import { Link } from 'wouter'
import { useMay } from '@/api/core/role'
import { useSelectedSite } from '@/api/selected-site'
import { useSites, type Site } from '@/api/sites'
import { Button, buttonClass } from '@/ui/button'
import { DemoBadge } from '@/ui/badges/demo-badge'
import { Icon } from '@/ui/icons'
import { LazyTrigger } from '@/ui/overlays/lazily'
import { SiteMark } from '@/ui/site-mark'
import { lazyPart } from '@/lib/parts/lazy-part'
import { useSiteChoice } from './use-site-choice'

/** From this many sites on, the switcher has a search. */
const searchThreshold = 9

const loadSearch = async () => ({ default: (await import('./site-search')).SiteSearch })
const SiteSearch = lazyPart(loadSearch)
const loadMenu = async () => ({ default: (await import('./site-menu')).SiteMenu })
const SiteMenu = lazyPart(loadMenu)

/** Selects the site that the screens show. */
export function SiteSwitcher() {
  const { sites, loading, error, reload } = useSites()
  const { site: selected } = useSelectedSite()
  const { showsAll } = useSiteChoice()
  const { edit } = useMay()
  const button = showsAll ? <AllSites /> : selected && <Selected site={selected} />
  if (loading) return <span className="truncate text-ink-3">Loading sites...</span>
  if (error) {
    return (
      <Button icon="refresh" onClick={() => void reload()}>
        Load sites again
      </Button>
    )
  }
  if (!sites || !selected) {
    if (!edit) return <span className="truncate text-ink-3">No sites yet</span>
    return (
      <Link href="/sites" className={buttonClass()}>
        <Icon name="plus" className="-ml-0.5 opacity-80" />
        Add Site
      </Link>
    )
  }
  if (sites.length >= searchThreshold) {
    return (
      <LazyTrigger load={loadSearch} className={switcherClass} button={button}>
        <SiteSearch sites={sites} selected={selected} />
      </LazyTrigger>
    )
  }
  return (
    <div className="relative flex min-w-0">
      <LazyTrigger load={loadMenu} aria-haspopup="menu" className={switcherClass} button={button}>
        <SiteMenu sites={sites} selected={selected} />
      </LazyTrigger>
    </div>
  )
}

const switcherClass =
  'hit -ml-1 flex min-h-8 min-w-0 items-center gap-2 rounded-md px-1.5 font-medium hover:bg-hover data-open:bg-hover'

const Selected = ({ site }: { site: Site }) => (
  <>
    {/* On a phone the name needs the room. */}
    <span className="max-sm:hidden">
      <SiteMark name={site.name} />
    </span>
    {/* Where both have no room, the badge goes below the name. */}
    <span className="flex min-w-0 flex-wrap items-center gap-x-2">
      <span className="truncate leading-5">
        <span className="sr-only">Site: </span>
        {site.name}
      </span>
      {site.demo && <DemoBadge />}
    </span>
    <Icon name="updown" className="shrink-0 text-ink-3" />
  </>
)

const AllSites = () => (
  <>
    <Icon name="layers" className="shrink-0 text-ink-3" />
    <span className="truncate">All sites</span>
    <Icon name="updown" className="shrink-0 text-ink-3" />
  </>
)
