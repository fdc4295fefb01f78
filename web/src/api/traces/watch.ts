/** The name of a request's span in its Server-Timing, which answers have where traces are on. */
export const spanMetric = 'traceparent'

/** Calls with requests of the page, also earlier ones, as they end. */
export function onRequests(listen: (requests: PerformanceResourceTiming[], stop: () => void) => void) {
  const observer = new PerformanceObserver((list) =>
    listen(list.getEntries() as PerformanceResourceTiming[], () => observer.disconnect()),
  )
  observer.observe({ type: 'resource', buffered: true })
}

/** Loads what completes spans once an answer names one: never where traces are off. */
export const watchTraces = (screen: () => string | undefined) =>
  onRequests((requests, stop) => {
    // Pages without HTTPS are not told of Server-Timing.
    if (!requests.some(({ serverTiming }) => serverTiming?.some(({ name }) => name === spanMetric))) return
    stop()
    void import('./complete').then(({ completeSpans }) => completeSpans(screen)).catch(() => {})
  })
