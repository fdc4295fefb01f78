import type { ServerEvent } from '@/api/core/events'

/** A stand-in for the browser's EventSource: tests send events through it. */
export class FakeEventSource extends EventTarget {
  static open: FakeEventSource[] = []
  closed = false
  readonly url: string
  constructor(url: string) {
    super()
    this.url = url
    FakeEventSource.open.push(this)
  }
  close() {
    this.closed = true
    FakeEventSource.open = FakeEventSource.open.filter((source) => source !== this)
  }
  /** Sends an event on every open stream. */
  static send(event: ServerEvent) {
    for (const source of FakeEventSource.open)
      source.dispatchEvent(new MessageEvent(event.kind, { data: JSON.stringify(event) }))
  }
}
