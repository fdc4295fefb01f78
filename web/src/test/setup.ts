import '@testing-library/jest-dom/vitest'
import { cleanup } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { forget } from '@/api/resource'
import { clearSelectedSite } from '@/api/selected-site'
import { useToasts } from '@/lib/toast'
import { FakeEventSource } from './event-source'
import { server } from './server'

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
beforeEach(() => {
  vi.stubGlobal('EventSource', FakeEventSource)
  // happy-dom does no layout: there is nothing to scroll.
  vi.stubGlobal('scrollTo', () => {})
})
afterEach(async () => {
  cleanup()
  server.resetHandlers()
  await forget()
  clearSelectedSite()
  localStorage.clear()
  useToasts.setState({ current: null })
  vi.unstubAllGlobals()
})
afterAll(() => server.close())
