import { screen, within } from '@testing-library/react'
import { answer, signedIn } from './handlers'
import { insight, serveInsights } from './insights'
import { server } from './server'

export type Insights = Parameters<typeof serveInsights>[0]

/** A signed-in account with these insights, connections and crawls. */
export function serveOpportunities(
  insights: Insights,
  integrations: object[] = [],
  crawls: object[] = [],
  pageSpeed?: object,
) {
  const api = serveInsights(insights)
  server.use(
    ...api.handlers,
    answer('/api/integrations', integrations as never),
    answer('/api/integrations/{provider}', (pageSpeed ?? { provider: 'pagespeed', lastSyncAt: null }) as never),
    answer('/api/technical/crawls', crawls as never),
    ...signedIn(),
  )
  return api
}

/** An insight about nothing in particular. */
export const second = insight({
  id: '0190b6a0-0000-7000-8001-000000000002',
  type: 'link_targets',
  title: 'Link to the espresso guide',
  summary: 'Only one page does.',
  impact: 69,
  effort: 39,
  score: 49,
  entityType: '',
  entity: {},
})
export const done = insight({
  id: '0190b6a0-0000-7000-8001-000000000003',
  title: 'Old titles',
  status: 'done',
  score: 50,
})

/** The rows of the list. */
export const rows = async () => (await screen.findAllByRole('row')).slice(1)
/** The titles of the rows. */
export const titles = async () =>
  (await rows()).map((row) => within(row).getAllByRole('button')[0]!.textContent)

/** The texts of the cells of a row. */
export const cells = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent)
