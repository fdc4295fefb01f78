import { useCrawls } from '@/api/technical'

/** How many crawls the history goes back. */
const limit = 12

/** The newest crawls of a site, newest first. */
export const useRecentCrawls = (siteId: string) => useCrawls({ siteId, limit })
