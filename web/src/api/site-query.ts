import { useSelectedSite } from './selected-site'

/** The siteId of a screen's reads: null (wait) until the sites are loaded, none without a site. */
export function useSiteQuery(): { siteId?: string } | null {
  const { site, loading, error } = useSelectedSite()
  if (loading || error) return null
  return site ? { siteId: site.id } : {}
}
