import type { Schemas } from '@/api/core/client'

/** The key figures of a site before its first sync. */
export const unknownKPIs: Schemas['KPIs'] = {
  totalSessions: null,
  sessionsChange: null,
  conversionRate: null,
  conversionChange: null,
  adSpend: null,
  adSpendChange: null,
  currency: null,
  avgPageSpeed: null,
  pageSpeedChange: null,
}
