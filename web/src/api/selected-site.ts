import { useEffect } from 'react'
import { create } from 'zustand'
import { useSites, type Site } from './sites'

const storageKey = 'selectedSiteId'

const useSelection = create<{ id: string | null }>()(() => ({ id: localStorage.getItem(storageKey) }))

/** Selects a site and remembers it in this browser. */
export function selectSite(id: string) {
  localStorage.setItem(storageKey, id)
  useSelection.setState({ id })
}

/** Clears the selection: at sign-out. */
export function clearSelectedSite() {
  localStorage.removeItem(storageKey)
  useSelection.setState({ id: null })
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
    if (sites?.[0] && !sites.some((site) => site.id === id)) selectSite(sites[0].id)
  }, [sites])
}

/** The siteId of a screen's reads: null (wait) until the sites are loaded, none without a site. */
export function useSiteQuery(): { siteId?: string } | null {
  const { site, loading, error } = useSelectedSite()
  if (loading || error) return null
  return site ? { siteId: site.id } : {}
}
