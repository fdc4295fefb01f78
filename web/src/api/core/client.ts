import createClient, { type Middleware } from 'openapi-fetch'
import { errorFrom } from './error'
import { beginRequest } from './in-flight'
import type { components, paths } from '@/api/schema.gen'
import { ensureFreshSession } from './sign-in'
import { noteStaleness } from './stale'
import { onUnauthorized } from './unauthorized'

/** The schemas of the contract. */
export type Schemas = components['schemas']

/** Sends a request that the user did not start: no progress bar, and no redirect after a 401. */
export async function backgroundFetch(request: Request) {
  await ensureFreshSession()
  return fetch(request)
}

async function countedFetch(request: Request) {
  const end = beginRequest()
  try {
    return await backgroundFetch(request)
  } finally {
    end()
  }
}

const errors: Middleware = {
  async onResponse({ response, options }) {
    if (response.ok) return
    if (response.status === 401 && options.fetch !== backgroundFetch) onUnauthorized()
    throw errorFrom(response.status, response.statusText, await response.text())
  },
}

/** The newest version returned by a write; sent with every read so that no cache answers with older data. */
let writtenVersion = 0

const readYourWrites: Middleware = {
  onRequest({ request }) {
    if (writtenVersion > 0) request.headers.set('X-Version', String(writtenVersion))
  },
  onResponse({ request, response }) {
    if (request.method === 'GET') return noteStaleness(response.headers)
    const version = Number(response.headers.get('X-Version'))
    if (version > writtenVersion) writtenVersion = version
  },
}

/** The client of every call: cookies, errors, 401, the in-flight count and read-your-writes. */
export const api = createClient<paths>({
  baseUrl: location.origin,
  fetch: countedFetch,
  credentials: 'same-origin',
})
api.use(errors, readYourWrites)
