import { lazy, type ComponentType } from 'react'

type Load<P> = () => Promise<{ default: ComponentType<P> }>

/** A part of the app whose code did not load: the connection is gone, or a new version replaced the file. */
export class LoadFailure extends Error {
  override name = 'LoadFailure'
  /** Makes the next look at it load it again. */
  readonly renew: () => void
  constructor(renew: () => void) {
    super('A part of the app could not be loaded.')
    this.renew = renew
  }
}

/** How long to wait before the second attempt, in ms. */
const retryDelay = 400

/** What is loaded when it is first shown: tried twice, and again after `renew` of its failure. */
export function lazyPart<P extends object>(load: Load<P>): ComponentType<P> {
  // React keeps the rejection of a lazy component for good, so that another one takes its place.
  const attempt = () =>
    lazy(() =>
      loadTwice(load).catch(() => {
        throw new LoadFailure(() => (Loaded = attempt()))
      }),
    )
  let Loaded = attempt()
  return function Part(props: P) {
    const Current = Loaded
    return <Current {...props} />
  }
}

const loadTwice = <P,>(load: Load<P>) =>
  load().catch(async () => {
    await new Promise((resolve) => setTimeout(resolve, retryDelay))
    return load()
  })
