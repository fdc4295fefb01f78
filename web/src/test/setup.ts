import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { useInFlight } from '@/api/in-flight'
import { forget } from '@/api/resource'
import { clearSelectedSite } from '@/api/selected-site'
import { useToasts } from '@/lib/toast'
import { FakeEventSource } from './event-source'
import { server } from './server'

// A screen's code is loaded on its first visit, which takes a while on a busy machine.
configure({ asyncUtilTimeout: 10_000 })

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
beforeEach(() => {
  vi.stubGlobal('EventSource', FakeEventSource)
  // happy-dom does no layout: there is nothing to scroll.
  vi.stubGlobal('scrollTo', () => {})
})
afterEach(async () => {
  cleanup()
  // A request of one test must not answer a read of the next.
  await vi.waitUntil(() => useInFlight.getState().count === 0)
  server.resetHandlers()
  await forget()
  clearSelectedSite()
  localStorage.clear()
  useToasts.setState({ current: null })
  vi.unstubAllGlobals()
})
afterAll(() => server.close())
