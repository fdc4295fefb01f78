import { act, screen, waitFor } from '@testing-library/react'
import { delay, http, HttpResponse } from 'msw'
import { describe, expect, expectTypeOf, it, vi } from 'vitest'
import { useToasts } from '@/lib/toast'
import { user, sites } from '@/test/fixtures'
import { answer, problem } from '@/test/handlers'
import { renderHookWithData, renderWithData } from '@/test/render'
import { server } from '@/test/server'
import { api, type Schemas } from './client'
import { errorFrom, messageOf } from './error'
import { toastFailure } from './failure'
import { useInFlight } from './in-flight'
import { address, refresh, refreshInBackground, showBeforeAnswer } from './resource'
import type { components } from '@/api/schema.gen'
import { addSite, useSites } from '@/api/sites'
import { useTechnicalIssues } from '@/api/crawls/issues'

function SiteNames() {
  const { sites: all, loading, error } = useSites()
  if (loading) return <p>loading</p>
  return <p>{error ? error.message : all?.map((site) => site.name).join(', ')}</p>
}

describe('errors', () => {
  it.each([
    [
      'the detail of a problem',
      () => problem(409, 'You already have this domain.'),
      '409: You already have this domain.',
    ],
    ['the text of any other body', () => new HttpResponse('Bad gateway', { status: 502 }), '502: Bad gateway'],
    [
      'the status text without a body',
      () => new HttpResponse(null, { status: 503, statusText: 'Unavailable' }),
      '503: Unavailable',
    ],
  ])('has the status and %s as its message', async (_, respond, message) => {
    server.use(http.get('*/api/sites', respond))
    await expect(api.GET('/api/sites')).rejects.toThrow(message)
  })
  it('names the request of a failure of the server, and of nothing else', () => {
    const body = JSON.stringify({ detail: 'Sorry.', requestId: 'R1' })
    toastFailure(errorFrom(500, '', body), 'Failed to save')
    expect(useToasts.getState().current?.description).toBe('Failed to save. Request ID: R1')
    toastFailure(errorFrom(409, '', body), 'Failed to save')
    expect(useToasts.getState().current?.description).toBe('Failed to save: Sorry.')
  })
  it('shows the user the sentence without the status, and a fallback when nothing was answered', () => {
    expect(messageOf(errorFrom(409, 'Conflict', '{"detail":"Taken."}'), 'Failed')).toBe('Taken.')
    expect(messageOf(errorFrom(502, 'Bad Gateway', '<html>'), 'Failed')).toBe('Failed')
    expect(messageOf(new TypeError('Failed to fetch'), 'Failed')).toBe('Failed')
  })
})

describe('reads', () => {
  it('are made once, and not again on focus, reconnect or remount', async () => {
    let calls = 0
    server.use(
      http.get('*/api/sites', () => {
        calls++
        return HttpResponse.json(sites)
      }),
    )
    const first = renderWithData(<SiteNames />)
    await screen.findByText('Northwind Coffee, Alder Mill')
    act(() => {
      globalThis.dispatchEvent(new Event('focus'))
      document.dispatchEvent(new Event('visibilitychange'))
      globalThis.dispatchEvent(new Event('online'))
    })
    first.unmount()
    renderWithData(<SiteNames />)
    expect(screen.getByText('Northwind Coffee, Alder Mill')).toBeInTheDocument()
    await delay(50)
    expect(calls).toBe(1)
  })
  it('are not retried after a failure', async () => {
    let calls = 0
    server.use(
      http.get('*/api/sites', () => {
        calls++
        return problem(500, 'Something broke.')
      }),
    )
    renderWithData(<SiteNames />)
    await screen.findByText('500: Something broke.')
    await delay(80)
    expect(calls).toBe(1)
  })
  it('are made again when what was forgotten off screen is shown', async () => {
    server.use(answer('/api/sites', [sites[0]]))
    const first = renderWithData(<SiteNames />)
    await screen.findByText('Northwind Coffee')
    first.unmount()
    server.use(answer('/api/sites', sites))
    await refresh('/api/sites')
    renderWithData(<SiteNames />)
    expect(await screen.findByText('Northwind Coffee, Alder Mill')).toBeInTheDocument()
  })
  it('that were left for another screen and forgotten meanwhile are made again when shown', async () => {
    let calls = 0
    server.use(
      http.get('*/api/sites', async () => {
        calls++
        await delay(100)
        return HttpResponse.json(sites)
      }),
    )
    const left = renderWithData(<SiteNames />)
    await waitFor(() => expect(calls).toBe(1))
    left.unmount()
    await refresh('/api/sites')
    renderWithData(<SiteNames />)
    expect(await screen.findByText('Northwind Coffee, Alder Mill')).toBeInTheDocument()
    expect(calls).toBe(2)
  })
  it('know the total and the cursor of the next page', async () => {
    server.use(
      answer('/api/technical/sf-issues', [], {
        'X-Total-Count': '4175',
        Link: '</api/technical/sf-issues?limit=100&cursor=abc%3D>; rel="next"',
      }),
    )
    const { result } = renderHookWithData(() => useTechnicalIssues({ limit: 100 }))
    await waitFor(() => expect(result.current.total).toBe(4175))
    expect(result.current.more.hasMore).toBe(true)
  })
  it('of a list stay while it is read in another order, and not for another site', async () => {
    server.use(
      http.get('*/api/technical/sf-issues', async ({ request }) => {
        const asked = new URL(request.url).searchParams
        if (asked.has('sort')) await delay(100)
        return HttpResponse.json([{ id: `${asked.get('siteId')} ${asked.get('sort') ?? ''}` }])
      }),
    )
    const { result, rerender } = renderHookWithData(useTechnicalIssues, { siteId: 'a' } as Parameters<
      typeof useTechnicalIssues
    >[0])
    const ids = () => result.current.issues?.map((issue) => issue.id)
    await waitFor(() => expect(ids()).toEqual(['a ']))
    rerender({ siteId: 'a', sort: 'url' })
    expect(ids()).toEqual(['a '])
    expect(result.current.more).toMatchObject({ changing: true, hasMore: false })
    // A change of a row meanwhile does not drop the answer that is on its way.
    showBeforeAnswer(
      (key) => key.startsWith('/api/technical/sf-issues'),
      () => undefined,
    )
    await waitFor(() => expect(ids()).toEqual(['a url']))
    expect(result.current.more.changing).toBe(false)
    rerender({ siteId: 'a', sort: 'url', severity: 'high' })
    expect(ids()).toBeUndefined()
    await waitFor(() => expect(ids()).toEqual(['a url']))
    rerender({ siteId: 'b', sort: 'url' })
    expect(ids()).toBeUndefined()
    expect(result.current.loading).toBe(true)
    await waitFor(() => expect(ids()).toEqual(['b url']))
  })
  it('have their address as key, without what is undefined', () => {
    expect(address('/api/insights/{id}', { path: { id: 'a/b' } })).toBe('/api/insights/a%2Fb')
    expect(address('/api/insights', { query: { status: 'all', q: undefined } })).toBe(
      '/api/insights?status=all',
    )
  })
})

describe('the in-flight count', () => {
  it('rises while a request is under way and falls when it ends, well or badly', async () => {
    server.use(
      http.get('*/api/auth/user', async () => {
        await delay(200)
        return HttpResponse.json(user)
      }),
      http.get('*/api/sites', () => HttpResponse.error()),
    )
    const good = api.GET('/api/auth/user')
    await waitFor(() => expect(useInFlight.getState().count).toBe(1))
    await good
    expect(useInFlight.getState().count).toBe(0)
    await expect(api.GET('/api/sites')).rejects.toThrow('Failed to fetch')
    expect(useInFlight.getState().count).toBe(0)
  })
})

describe('a lost session', () => {
  it('gives one toast and one redirect to the sign-in, however many calls find out', async () => {
    let text: string | undefined
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {
      text = useToasts.getState().current?.description
    })
    history.replaceState(null, '', '/opportunities?status=open')
    server.use(http.get('*/api/*', () => problem(401, 'Unauthorized')))
    renderWithData(<SiteNames />)
    await Promise.allSettled([api.GET('/api/sites'), api.GET('/api/auth/user')])
    await waitFor(() => expect(assign).toHaveBeenCalled())
    expect(text).toBe('You are logged out. Logging in again...')
    expect(await screen.findByText('You are logged out. Logging in again...')).toBeInTheDocument()
    expect(assign.mock.calls).toEqual([['/api/login?next=%2Fopportunities%3Fstatus%3Dopen']])
  })
})

describe('a read in the background', () => {
  it('shows no progress, and leaves a lost session to the next request of the user', async () => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
    let inFlight: number | undefined
    server.use(
      http.get('*/api/reports', () => {
        inFlight = useInFlight.getState().count
        return problem(401, 'Unauthorized')
      }),
    )
    await refreshInBackground('/api/reports', { query: { limit: 200 } })
    expect(inFlight).toBe(0)
    expect(useToasts.getState().current).toBeNull()
    expect(assign).not.toHaveBeenCalled()
  })
})

describe('writes', () => {
  it('are answered with a version, which later reads carry', async () => {
    const seen: (string | null)[] = []
    server.use(
      http.get('*/api/sites', ({ request }) => {
        seen.push(request.headers.get('X-Version'))
        return HttpResponse.json(sites)
      }),
      http.post('*/api/sites', () =>
        HttpResponse.json(sites[0], { status: 201, headers: { 'X-Version': '42' } }),
      ),
    )
    renderWithData(<SiteNames />)
    await screen.findByText(/Northwind/)
    await addSite({ name: 'Northwind Coffee', domain: 'northwindcoffee.com' })
    expect(seen).toEqual([null, '42'])
  })
})

describe('the contract', () => {
  it('is the generated one, in the app and in the data of its tests', () => {
    expectTypeOf<Schemas>().toEqualTypeOf<components['schemas']>()
    expectTypeOf(user).toEqualTypeOf<components['schemas']['User']>()
    expectTypeOf(sites[0]).toEqualTypeOf<components['schemas']['Site']>()
    // @ts-expect-error: a path that the contract does not have
    void (() => api.GET('/api/nothing'))
  })
})
