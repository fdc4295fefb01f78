import { useCrawls } from '@/api/technical'

/** The number of crawls in the history. */
const limit = 12

/** The newest crawls of a site, newest first. */
export const useRecentCrawls = (siteId: string) => useCrawls({ siteId, limit })
