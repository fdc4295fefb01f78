import { useEffect } from 'react'
import { create } from 'zustand'
import { useSites, type Site } from './sites'

const storageKey = 'selectedSiteId'

const useSelection = create<{ id: string | null }>()(() => ({ id: localStorage.getItem(storageKey) }))

/** Chooses the site that the screens are about, and remembers it in this browser. */
export function selectSite(id: string) {
  localStorage.setItem(storageKey, id)
  useSelection.setState({ id })
}

/** Forgets the chosen site: at sign-out. */
export function clearSelectedSite() {
  localStorage.removeItem(storageKey)
  useSelection.setState({ id: null })
}

/** The site that the screens are about: the remembered one while it exists, else the first; undefined without sites. */
export function useSelectedSite(): { site: Site | undefined; loading: boolean; error: Error | undefined } {
  const { sites, loading, error } = useSites()
  const id = useSelection((s) => s.id)
  return { site: sites?.find((site) => site.id === id) ?? sites?.[0], loading, error }
}

/** Stores the site chosen in place of one that no longer exists. Mounted once, by the shell. */
export function useRememberSelectedSite() {
  const { sites } = useSites()
  useEffect(() => {
    // Asked for now: a screen that was drawn just before may have chosen another.
    const { id } = useSelection.getState()
    if (sites?.[0] && !sites.some((site) => site.id === id)) selectSite(sites[0].id)
  }, [sites])
}
