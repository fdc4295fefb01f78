import { useLocation, useSearch } from 'wouter'
import { useMay } from '@/api/core/role'
import { selectSite, showAllSites, useShowsAllSites } from '@/api/selected-site'
import { useSites } from '@/api/sites'

/** What the header chooses: one site, or all of them, on the same screen where that can show both. */
export function useSiteChoice() {
  const [path, navigate] = useLocation()
  const search = useSearch()
  const overviewShowsAll = useShowsAllSites()
  const { isClient } = useMay()
  const { sites = [] } = useSites()
  const isList = path === '/opportunities'
  const scope = new URLSearchParams(search).get('scope') ?? 'site'
  function goToScope(next: string) {
    const params = new URLSearchParams(search)
    if (next === 'site') params.delete('scope')
    else params.set('scope', next)
    // What is open may be of another site.
    params.delete('o')
    navigate(`/opportunities${params.size > 0 ? '?' : ''}${params}`)
  }
  return {
    showsAll: isList
      ? !isClient && sites.length > 1 && scope !== 'site'
      : overviewShowsAll && ['/', '/overview'].includes(path),
    chooseAll() {
      showAllSites()
      if (isList) goToScope('all')
      else navigate('/overview')
    },
    choose(id: string) {
      selectSite(id)
      if (isList && scope !== 'site') goToScope('site')
    },
  }
}
