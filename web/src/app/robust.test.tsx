import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { Suspense } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { inToast } from '@/test/in-toast'
import { answer, problem, signedIn } from '@/test/handlers'
import { insight, serveInsights } from '@/test/insights'
import { openApp } from '@/test/open-app'
import { server } from '@/test/server'
import { ErrorBoundary } from './error-boundary'
import { lazyPart } from '@/lib/parts/lazy-part'

afterEach(() => vi.restoreAllMocks())

describe('a screen whose code cannot be loaded', () => {
  it('is tried twice, then offers a new version, and is loaded when it is there again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    let there = false
    const load = vi.fn<() => Promise<{ default: () => React.JSX.Element }>>(async () => {
      if (!there) throw new TypeError('Failed to fetch')
      return { default: () => <p>the screen</p> }
    })
    const Screen = lazyPart(load)
    render(
      <ErrorBoundary path="/" inside>
        <Suspense>
          <Screen />
        </Suspense>
      </ErrorBoundary>,
    )
    expect(await screen.findByRole('heading', { name: 'This screen could not be loaded' })).toBeInTheDocument()
    expect(load).toHaveBeenCalledTimes(2)
    expect(screen.getByRole('button', { name: 'Refresh Page' })).toBeInTheDocument()
    there = true
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByText('the screen')).toBeInTheDocument()
  })
})

describe('a part of the shell whose code cannot be loaded', () => {
  it('says what could not be loaded, and leaves the screen', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    vi.doMock('./inbox/inbox', () => {
      throw new TypeError('Failed to fetch')
    })
    server.use(...signedIn(), ...serveInsights([]).handlers, answer('/api/integrations', []))
    openApp('/sites')
    await userEvent.click(await screen.findByRole('button', { name: /^Notifications/ }))
    const inbox = screen.getByRole('region', { name: 'Notifications' })
    const heading = { name: 'Notifications could not be loaded' }
    expect(await within(inbox).findByRole('heading', heading)).toBeInTheDocument()
    expect(within(inbox).getByRole('button', { name: 'Refresh Page' })).toBeInTheDocument()
    expect(screen.getByRole('heading', { name: 'Sites' })).toBeInTheDocument()
    vi.doUnmock('./inbox/inbox')
  })
})

describe('an error inside a screen', () => {
  it('leaves the navigation, which leads out of it', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    server.use(answer('/api/insights/types', [null]), ...serveInsights([insight()]).handlers)
    server.use(answer('/api/integrations', [null]), answer('/api/technical/crawls', []), ...signedIn())
    openApp('/settings?tab=integrations')
    expect(await screen.findByRole('heading', { name: 'Something went wrong' })).toBeInTheDocument()
    expect(within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link')).toHaveLength(8)
  })
})

describe('a session that the server refuses', () => {
  it('leads to the sign-in page once, not in a loop', async () => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
    sessionStorage.setItem('signInAt', String(Date.now()))
    server.use(
      http.get('*/api/auth/user', () => problem(401, 'Unauthorized')),
      ...signedIn(),
    )
    openApp('/settings')
    expect(await screen.findByText(/^Signing in did not help/)).toBeInTheDocument()
    expect(assign).not.toHaveBeenCalled()
    await inToast('Sign in')
    expect(assign).toHaveBeenCalledWith('/api/login?next=%2F')
  })
})

describe('without a connection', () => {
  it('a line says so until it is back', async () => {
    server.use(...signedIn(), ...serveInsights([]).handlers, answer('/api/integrations', []))
    openApp('/sites')
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    window.dispatchEvent(new Event('offline'))
    expect(await screen.findByText(/^You are offline/)).toBeInTheDocument()
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
    window.dispatchEvent(new Event('online'))
    await waitFor(() => expect(screen.queryByText(/^You are offline/)).toBeNull())
  })
})

describe('the command palette', () => {
  it('finds screens, sites, opportunities and actions by letters', async () => {
    server.use(
      ...serveInsights([insight()]).handlers,
      answer('/api/integrations', []),
      answer('/api/technical/crawls', []),
      answer('/api/seo/pages', []),
      answer('/api/seo/queries', []),
      ...signedIn(),
    )
    const visited = openApp('/sites')
    await screen.findByRole('button', { name: 'Site: Northwind Coffee' })
    await userEvent.keyboard('{Control>}k{/Control}')
    const field = await screen.findByRole('combobox', { name: 'Search or run a command' })
    await userEvent.type(field, 'product pages')
    expect(await screen.findByRole('option', { name: insight().title })).toBeInTheDocument()
    await userEvent.clear(field)
    await userEvent.type(field, 'alder')
    await userEvent.click(await screen.findByRole('option', { name: /^Alder Mill/ }))
    expect(await screen.findByRole('button', { name: 'Site: Alder Mill' })).toBeInTheDocument()
    await userEvent.keyboard('gt')
    await waitFor(() => expect(visited.at(-1)).toBe('/technical'))
  })
})

describe('what somebody typed into a dialog', () => {
  it('is not thrown away by a click beside it', async () => {
    server.use(...signedIn(), ...serveInsights([]).handlers, answer('/api/integrations', []))
    openApp('/sites?add')
    const name = await screen.findByLabelText('Site Name')
    await userEvent.type(name, 'Bakery Row')
    await userEvent.click(document.body)
    expect(name).toHaveValue('Bakery Row')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})
