import type { Schemas } from '@/api/core/client'
import { ensureFreshSession } from '@/api/core/sign-in'
import { onRequests, spanMetric } from './watch'

type BrowserSpan = Schemas['BrowserSpan']

/** How long spans wait for others before they are sent, in ms. */
export const batchDelay = 10_000
/** The most spans of one request, as in the contract. */
export const maxBatch = 50

/** Measures the requests whose answers name a span, and has the server complete those spans, in batches. */
export function completeSpans(screen: () => string | undefined) {
  const measured: BrowserSpan[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  function send() {
    clearTimeout(timer)
    timer = undefined
    while (measured.length > 0) {
      const spans = JSON.stringify({ spans: measured.splice(0, maxBatch) })
      // It is sent even when the page is left. What cannot be sent is lost.
      void ensureFreshSession().then(() =>
        navigator.sendBeacon('/api/browser-spans', new Blob([spans], { type: 'application/json' })),
      )
    }
  }
  onRequests((requests) => {
    for (const request of requests) {
      const span = spanOf(request, screen() ?? 'Other')
      if (span) measured.push(span)
    }
    if (measured.length >= maxBatch || document.visibilityState === 'hidden') send()
    else if (measured.length > 0) timer ??= setTimeout(send, batchDelay)
  })
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && send())
}

/** A request as the server completes it, without its address. */
function spanOf(request: PerformanceResourceTiming, screen: string): BrowserSpan | undefined {
  const said = (metric: string) => request.serverTiming?.find(({ name }) => name === metric)?.description
  const traceparent = said(spanMetric)
  const seal = said('seal')
  if (!traceparent || !seal) return undefined
  const { startTime, requestStart, responseStart, responseEnd } = request
  return {
    traceparent,
    seal,
    screen,
    wait: Math.max(0, requestStart - startTime),
    request: Math.max(0, responseStart - requestStart),
    response: Math.max(0, responseEnd - responseStart),
  }
}
