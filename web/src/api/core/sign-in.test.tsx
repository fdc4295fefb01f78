import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sites } from '@/test/fixtures'
import { setSession, signedInByClerk } from '@/test/clerk'
import { problem, signedIn } from '@/test/handlers'
import { openApp } from '@/test/open-app'
import { server } from '@/test/server'
import { api } from './client'

// Clerk's component loads a remote script; e2e/clerk.test.mjs covers it.
vi.mock('@/app/clerk', () => ({ Clerk: () => null }))

let clerk: ReturnType<typeof signedInByClerk>
let calls: number

beforeEach(() => {
  clerk = signedInByClerk()
  calls = 0
  server.use(
    http.get('*/api/sites', () => {
      calls++
      return HttpResponse.json(sites)
    }),
  )
})
afterEach(() => clerk.end())

async function openMenu() {
  setSession(60)
  server.use(...signedIn())
  openApp('/sites')
  await userEvent.click(await screen.findByRole('button', { name: 'Account of Ana Lopez' }))
}

describe('a request', () => {
  it.each([
    ['goes as it is with a session that lasts', 30, '__session', 0],
    ['goes as it is with one that has a suffix', 30, '__session_1a2b3c4d', 0],
    ['waits for another when it ends soon', 8, '__session', 1],
    ['waits for another when it has run out', -600, '__session', 1],
    ['waits for one when somebody just signed in', 1_790_000_000, '__client_uat', 1],
  ])('%s', async (_, seconds, cookie, renewed) => {
    if (cookie === '__client_uat') document.cookie = `${cookie}=${seconds}`
    else setSession(seconds, cookie)
    await api.GET('/api/sites')
    expect(clerk.renew).toHaveBeenCalledTimes(renewed)
    expect(calls).toBe(1)
  })
  it('waits for nothing when nobody is signed in', async () => {
    document.cookie = '__client_uat=0'
    await api.GET('/api/sites')
    expect(clerk.renew).not.toHaveBeenCalled()
  })
  it('shares the new session with all that wait for it', async () => {
    setSession(-600)
    await Promise.all([api.GET('/api/sites'), api.GET('/api/sites'), api.GET('/api/sites')])
    expect(clerk.renew).toHaveBeenCalledTimes(1)
    expect(calls).toBe(3)
  })
  it('is sent once, with or without a new session: a 401 leads to the sign-in', async () => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
    clerk.renew.mockRejectedValue(new Error('offline'))
    setSession(-600)
    server.use(
      http.get('*/api/sites', () => {
        calls++
        return problem(401, 'Unauthorized')
      }),
    )
    await expect(api.GET('/api/sites')).rejects.toThrow('401: Unauthorized')
    expect(calls).toBe(1)
    await waitFor(() => expect(assign).toHaveBeenCalledWith(expect.stringMatching('^/api/login\\?next=')))
  })
  it('does not wait for ever for a service that does not load', async () => {
    clerk.end()
    clerk = signedInByClerk({ later: true })
    setSession(-600)
    vi.useFakeTimers()
    try {
      const sent = api.GET('/api/sites')
      await vi.advanceTimersByTimeAsync(4_900)
      expect(calls).toBe(0)
      await vi.advanceTimersByTimeAsync(200)
      vi.useRealTimers()
      await sent
      expect(calls).toBe(1)
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('the menu of the user', () => {
  it('leads to the profile', async () => {
    await openMenu()
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Profile' }))
    await waitFor(() => expect(clerk.openProfile).toHaveBeenCalledOnce())
  })
  it('ends both sessions, ours first: Clerk takes the proof of who asks along', async () => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
    const order: string[] = []
    clerk.signOut.mockImplementation(async () => void order.push('theirs'))
    server.use(
      http.post('*/api/logout', () => {
        order.push('ours')
        return new HttpResponse(null, { status: 204 })
      }),
    )
    await openMenu()
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/'))
    expect(order).toEqual(['ours', 'theirs'])
  })
  it('has no profile where Clerk signs nobody in', async () => {
    clerk.end()
    await openMenu()
    expect(await screen.findByRole('menuitem', { name: 'Sign out' })).toBeInTheDocument()
    expect(screen.queryByRole('menuitem', { name: 'Profile' })).toBeNull()
  })
})
