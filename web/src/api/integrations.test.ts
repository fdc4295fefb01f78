import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { server } from '@/test/server'
import { addSitesFromSearchConsole } from './integrations'

it('adds sites from Search Console a thousand at a time', async () => {
  const batches: string[][] = []
  server.use(
    http.post('*/api/integrations/gsc/sites', async ({ request }) => {
      batches.push(((await request.json()) as { properties: string[] }).properties)
      return HttpResponse.json({ added: [], skipped: [] })
    }),
  )
  const properties = Array.from({ length: 1001 }, (_, n) => `sc-domain:shop-${n}.example`)
  await addSitesFromSearchConsole(properties, { currency: 'EUR', timeZone: 'UTC' })
  expect(batches.map((ids) => ids.length)).toEqual([1000, 1])
  expect(batches.flat()).toEqual(properties)
})
