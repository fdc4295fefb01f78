import { create } from 'zustand'
import type { ImportResult } from '@/api/technical'

/** The state of a site's crawl by Upslope: running, done or failed. */
export type SiteCrawl =
  | { phase: 'running'; job: string; progress: number; message: string; stopping: boolean }
  | { phase: 'done'; result: ImportResult }
  | { phase: 'failed'; reason: string }

/** The latest crawl of each site. It goes on while the user is on another screen. */
export const useSiteCrawls = create<{ bySite: Record<string, SiteCrawl> }>()(() => ({ bySite: {} }))
