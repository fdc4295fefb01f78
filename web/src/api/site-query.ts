import { useSelectedSite } from './selected-site'

/**
 * The siteId that the reads of a screen carry: null (wait) until the sites are known, no siteId when the account has
 * no site yet.
 */
export function useSiteQuery(): { siteId?: string } | null {
  const { site, loading, error } = useSelectedSite()
  if (loading || error) return null
  return site ? { siteId: site.id } : {}
}
