import type { Schemas } from './client'
import { insightAddresses, integrationAddresses, tableAddresses } from './addresses'
import { refresh } from './resource'
import { ensureFreshSession } from './sign-in'

/** A server-sent event. */
export type ServerEvent = Schemas['Event']

/** The addresses to reload for each kind of event. */
const addressesByEvent: Record<string, string[]> = {
  // Insights are recomputed after every sync of a provider.
  insights: [...insightAddresses, '/api/kpis', ...tableAddresses],
  issues: ['/api/technical'],
  crawls: ['/api/technical'],
  sites: ['/api/sites', '/api/clients'],
  clients: ['/api/clients', '/api/sites'],
  integrations: integrationAddresses,
  rules: ['/api/sites/'],
  changes: ['/api/sites/'],
  activity: ['/api/activity'],
  alerts: ['/api/alerts'],
  reports: ['/api/reports'],
  schedules: ['/api/report-schedules'],
  tokens: ['/api/tokens'],
}

/**
 * Events come in bursts (a recompute touches many insights): they are batched for this long before a reload.
 */
const batchDelay = 250
const minRetryDelay = 1_000
const maxRetryDelay = 30_000

const listeners = new Map<string, Set<(event: ServerEvent) => void>>()

/** Subscribes to the events of one job; returns the unsubscribe function. */
export function onJobEvent(jobID: string, listener: (event: ServerEvent) => void) {
  const set = listeners.get(jobID) ?? new Set()
  listeners.set(jobID, set.add(listener))
  return () => {
    set.delete(listener)
    if (set.size === 0) listeners.delete(jobID)
  }
}

const progressListeners = new Set<(event: ServerEvent) => void>()

/** Subscribes to the progress of every job of the account; returns the unsubscribe function. */
export function onJobProgress(listener: (event: ServerEvent) => void) {
  progressListeners.add(listener)
  return () => void progressListeners.delete(listener)
}

/** Subscribes to the jobs of one site; returns the unsubscribe function. */
export const onSiteJob = (siteId: string, listener: (event: ServerEvent) => void) =>
  onJobProgress((event) => event.siteId === siteId && listener(event))

/** Opens the one event stream and reconnects it until the returned function is called. */
export function connectEvents() {
  let source: EventSource | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let stopped = false
  const batch = createBatch()

  function receive(message: MessageEvent<string>) {
    const event = JSON.parse(message.data) as ServerEvent
    if (event.kind !== 'job') return batch.add(addressesByEvent[event.kind] ?? [])
    for (const listener of listeners.get(event.jobId ?? '') ?? []) listener(event)
    for (const listener of progressListeners) listener(event)
  }
  async function open() {
    await ensureFreshSession()
    if (stopped) return
    source = new EventSource('/api/events')
    for (const kind of ['message', 'job', ...Object.keys(addressesByEvent)])
      source.addEventListener(kind, receive)
    source.addEventListener('open', () => {
      // Events sent while the stream was down are lost, so everything is reloaded.
      if (failures > 0) batch.add(Object.values(addressesByEvent).flat())
      failures = 0
    })
    source.addEventListener('error', () => {
      source?.close()
      const delay = Math.min(maxRetryDelay, minRetryDelay * 2 ** failures) * (0.5 + Math.random() / 2)
      failures++
      retry = setTimeout(() => void open(), delay)
    })
  }
  void open()
  return () => {
    stopped = true
    source?.close()
    clearTimeout(retry)
    batch.stop()
  }
}

/** Batches addresses and reloads them together. */
function createBatch() {
  const addresses = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  function flush() {
    timer = undefined
    const flushed = [...addresses]
    addresses.clear()
    void refresh(...flushed)
  }
  return {
    add(more: string[]) {
      for (const address of more) addresses.add(address)
      if (addresses.size > 0) timer ??= setTimeout(flush, batchDelay)
    },
    stop: () => clearTimeout(timer),
  }
}
