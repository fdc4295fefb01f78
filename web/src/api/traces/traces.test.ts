import { beforeEach, describe, expect, it, vi } from 'vitest'
import { batchDelay, maxBatch } from './complete'
import { watchTraces } from './watch'

type Listen = (list: { getEntries: () => unknown[] }) => void

/** The observers that watch now. */
const watching = new Set<Listen>()

class FakeObserver {
  readonly listen: Listen
  constructor(listen: Listen) {
    this.listen = listen
  }
  observe() {
    watching.add(this.listen)
    // As buffered entries do, those of before come late.
    const buffered = earlier
    if (buffered.length > 0) queueMicrotask(() => this.listen({ getEntries: () => buffered }))
  }
  disconnect() {
    watching.delete(this.listen)
  }
}

let earlier: unknown[] = []
const end = (...requests: unknown[]) => {
  earlier = [...earlier, ...requests]
  for (const listen of Array.from(watching)) listen({ getEntries: () => requests })
}

const plain = { name: '/api/sites', serverTiming: [] }
const traced = (span: string) => ({
  name: '/api/sites/5c1e/rules',
  serverTiming: [
    { name: 'traceparent', description: span },
    { name: 'seal', description: `seal of ${span}` },
  ],
  startTime: 100,
  requestStart: 103,
  responseStart: 143,
  responseEnd: 150,
})

const beacon = vi.fn<(address: string, body: Blob) => boolean>()
const sent = () =>
  Promise.all(
    beacon.mock.calls.map(
      async ([, body]) => (JSON.parse(await body.text()) as { spans: { traceparent: string }[] }).spans,
    ),
  )

let visibility: DocumentVisibilityState = 'visible'
const hide = () => {
  visibility = 'hidden'
  document.dispatchEvent(new Event('visibilitychange'))
}

/** Watches from the settings page until what completes spans is loaded. */
async function startTracing(...requests: unknown[]) {
  watchTraces(() => 'Settings')
  end(...requests)
  await vi.waitFor(() => expect(watching.size).toBe(1))
  await vi.advanceTimersByTimeAsync(0)
}

describe('the browser’s part of traces', () => {
  beforeEach(() => {
    watching.clear()
    earlier = []
    visibility = 'visible'
    beacon.mockReset()
    vi.stubGlobal('PerformanceObserver', FakeObserver)
    vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility)
    Object.defineProperty(navigator, 'sendBeacon', { configurable: true, value: beacon })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    return () => vi.useRealTimers()
  })

  it('sends nothing while no answer names a span', async () => {
    watchTraces(() => 'Settings')
    const [first] = watching
    end(plain, { name: 'without HTTPS' })
    await vi.advanceTimersByTimeAsync(2 * batchDelay)
    hide()
    await vi.advanceTimersByTimeAsync(0)
    expect([...watching]).toEqual([first])
    expect(beacon).not.toHaveBeenCalled()
  })
  it('sends the phases of requests and the screen, without addresses', async () => {
    await startTracing(plain, traced('00-a-1-01'))
    end(traced('00-a-2-01'))
    expect(beacon).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(batchDelay)
    const phases = { screen: 'Settings', wait: 3, request: 40, response: 7 }
    expect(await sent()).toEqual([
      [
        { traceparent: '00-a-1-01', seal: 'seal of 00-a-1-01', ...phases },
        { traceparent: '00-a-2-01', seal: 'seal of 00-a-2-01', ...phases },
      ],
    ])
    expect(beacon.mock.calls[0]?.[0]).toBe('/api/browser-spans')
    expect(beacon.mock.calls[0]?.[1].type).toBe('application/json')
  })
  it('sends what is left when the page is left', async () => {
    await startTracing(traced('00-a-1-01'))
    hide()
    await vi.advanceTimersByTimeAsync(0)
    expect(await sent()).toHaveLength(1)
  })
  it('sends no more at once than the contract allows', async () => {
    await startTracing(...Array.from({ length: maxBatch + 1 }, (_, i) => traced(`00-a-${i}-01`)))
    expect((await sent()).map((spans) => spans.length)).toEqual([maxBatch, 1])
  })
})
