import { act, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import { FakeEventSource } from '@/test/event-source'
import { sites } from '@/test/fixtures'
import { answer } from '@/test/handlers'
import { unknownKPIs } from '@/test/kpis'
import { renderHookWithData } from '@/test/render'
import { server } from '@/test/server'
import { api } from './client'
import { connectEvents } from './events'
import { useInFlight } from './in-flight'
import { waitForJob, type Job } from './jobs'
import { useKPIs } from '@/api/kpis'
import { useSites } from '@/api/sites'

const job: Job = {
  id: 'j1',
  kind: 'recompute',
  status: 'running',
  progress: 0.4,
  message: 'Reading the crawl.',
  createdAt: '2026-11-21T09:00:00Z',
  updatedAt: '2026-11-21T09:00:00Z',
}

/** The server accepts the work and returns these states of the job in turn, then repeats the last one. */
function acceptThen(...states: Partial<Job>[]) {
  let requests = 0
  server.use(
    http.post('*/api/insights/recompute', () =>
      HttpResponse.json(job, { status: 202, headers: { Location: '/api/jobs/j1' } }),
    ),
    http.get('*/api/jobs/j1', () =>
      HttpResponse.json({ ...job, ...states[Math.min(requests++, states.length - 1)] }),
    ),
  )
  return () => requests
}

const recompute = async (onProgress?: (progress: number, message: string) => void) =>
  waitForJob((await api.POST('/api/insights/recompute')).response, onProgress)

describe('a job', () => {
  it('is awaited with progress, while the progress bar is on', async () => {
    acceptThen({}, { status: 'done', progress: 1, message: 'Done.', result: { message: '3 insights' } })
    const onProgress = vi.fn<(progress: number, message: string) => void>()
    const result = recompute(onProgress)
    await waitFor(() => expect(onProgress).toHaveBeenCalledWith(0.4, 'Reading the crawl.'))
    expect(useInFlight.getState().count).toBe(1)
    expect(await result).toEqual({ message: '3 insights' })
    expect(onProgress).toHaveBeenLastCalledWith(1, 'Done.')
    expect(useInFlight.getState().count).toBe(0)
  })
  it('throws the server’s message when it fails', async () => {
    acceptThen({ status: 'failed', message: 'The file has no Address column.' })
    await expect(recompute()).rejects.toThrow('The file has no Address column.')
  })
  it('is read at once after an event that it ended', async () => {
    const disconnect = connectEvents()
    const requests = acceptThen({}, { status: 'done', progress: 1, message: 'Done.' })
    const onProgress = vi.fn<(progress: number, message: string) => void>()
    const started = performance.now()
    const result = recompute(onProgress)
    await waitFor(() => expect(requests()).toBe(1))
    await waitFor(() => expect(onProgress).toHaveBeenCalledTimes(1))
    FakeEventSource.send({ kind: 'job', jobId: 'j1', status: 'running', progress: 0.7, message: 'Scoring.' })
    expect(onProgress).toHaveBeenLastCalledWith(0.7, 'Scoring.')
    FakeEventSource.send({ kind: 'job', jobId: 'j1', status: 'done', progress: 1 })
    await result
    expect(performance.now() - started).toBeLessThan(900)
    disconnect()
  })
  it('is skipped when the response is not a 202', async () => {
    server.use(http.post('*/api/insights/recompute', () => HttpResponse.json({ message: 'Done.' })))
    expect(await recompute()).toBeUndefined()
  })
})

describe('the stream of events', () => {
  it('reloads what an event concerns, and nothing else', async () => {
    server.use(answer('/api/sites', [sites[0]]), answer('/api/kpis/overview', unknownKPIs))
    const disconnect = connectEvents()
    const { result } = renderHookWithData(() => ({ ...useSites(), ...useKPIs({}) }))
    await waitFor(() => expect(result.current.sites).toHaveLength(1))
    await waitFor(() => expect(result.current.kpis?.currency).toBe(unknownKPIs.currency))
    server.use(answer('/api/sites', sites), answer('/api/kpis/overview', { ...unknownKPIs, currency: 'CHF' }))
    act(() => FakeEventSource.send({ kind: 'insights' }))
    await waitFor(() => expect(result.current.kpis?.currency).toBe('CHF'))
    expect(result.current.sites).toHaveLength(1)
    act(() => FakeEventSource.send({ kind: 'sites' }))
    await waitFor(() => expect(result.current.sites).toHaveLength(2))
    disconnect()
  })
  it('reconnects after an error, and reloads what it may have missed', async () => {
    server.use(answer('/api/sites', [sites[0]]))
    const disconnect = connectEvents()
    const { result } = renderHookWithData(() => useSites())
    await waitFor(() => expect(result.current.sites).toHaveLength(1))
    server.use(answer('/api/sites', sites))
    act(() => void FakeEventSource.open[0]?.dispatchEvent(new Event('error')))
    expect(FakeEventSource.open).toHaveLength(0)
    await waitFor(() => expect(FakeEventSource.open).toHaveLength(1))
    act(() => void FakeEventSource.open[0]?.dispatchEvent(new Event('open')))
    await waitFor(() => expect(result.current.sites).toHaveLength(2))
    disconnect()
    expect(FakeEventSource.open).toHaveLength(0)
  })
})
