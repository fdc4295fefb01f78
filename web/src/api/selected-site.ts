import { useEffect } from 'react'
import { create } from 'zustand'
import { useMay } from './core/role'
import { useSites, type Site } from './sites'

const storageKey = 'selectedSiteId'

/** Set for the visit (the tab) once a site is chosen; until then, accounts with several begin with all. */
const chosenKey = 'siteChosen'

const useSelection = create<{ id: string | null; chosen: boolean }>()(() => ({
  id: localStorage.getItem(storageKey),
  chosen: sessionStorage.getItem(chosenKey) !== null,
}))

/** Selects a site and remembers it in this browser. */
export function selectSite(id: string) {
  localStorage.setItem(storageKey, id)
  sessionStorage.setItem(chosenKey, '1')
  useSelection.setState({ id, chosen: true })
}

/** Goes back to all sites on the Overview. The selected site of the other screens stays. */
export function showAllSites() {
  sessionStorage.removeItem(chosenKey)
  useSelection.setState({ chosen: false })
}

/** Whether the Overview shows all sites: of several, none was chosen in this visit. Clients see one. */
export function useShowsAllSites() {
  const { sites } = useSites()
  const chosen = useSelection((s) => s.chosen)
  const { isClient } = useMay()
  return !chosen && !isClient && (sites?.length ?? 0) > 1
}

/** Clears the selection: at sign-out. */
export function clearSelectedSite() {
  localStorage.removeItem(storageKey)
  sessionStorage.removeItem(chosenKey)
  useSelection.setState({ id: null, chosen: false })
}

/** The selected site: the remembered one if it exists, else the first; undefined without sites. */
export function useSelectedSite(): { site: Site | undefined; loading: boolean; error: Error | undefined } {
  const { sites, loading, error } = useSites()
  const id = useSelection((s) => s.id)
  return { site: sites?.find((site) => site.id === id) ?? sites?.[0], loading, error }
}

/** Replaces a remembered site that no longer exists. Mounted once, by the shell. */
export function useRememberSelectedSite() {
  const { sites } = useSites()
  useEffect(() => {
    // Read now, not at render: a screen may have selected another site in the meantime.
    const { id } = useSelection.getState()
    if (sites?.[0] && !sites.some((site) => site.id === id)) {
      localStorage.setItem(storageKey, sites[0].id)
      useSelection.setState({ id: sites[0].id })
    }
  }, [sites])
}

/** The siteId of a screen's reads: null (wait) until the sites are loaded, none without a site. */
export function useSiteQuery(): { siteId?: string } | null {
  const { site, loading, error } = useSelectedSite()
  if (loading || error) return null
  return site ? { siteId: site.id } : {}
}
