import { lazy, useState, type ComponentType } from 'react'

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

/**
 * What is loaded when it is first shown: tried twice, and again after `renew` of its failure. Once loaded, it
 * renders at once, because React keeps the fallback of a lazy component for 300 ms.
 */
export function lazyPart<P extends object>(load: Load<P>) {
  let Ready: ComponentType<P> | undefined
  const loadTwice = async () => {
    const part = await load().catch(async () => {
      await new Promise((resolve) => setTimeout(resolve, retryDelay))
      return load()
    })
    Ready = part.default
    return part
  }
  // React keeps the rejection of a lazy component for good, so that another one takes its place.
  const attempt = () =>
    lazy(() =>
      loadTwice().catch(() => {
        throw new LoadFailure(() => (Loaded = attempt()))
      }),
    )
  let Loaded = attempt()
  function Part(props: P) {
    // Never switches while mounted, which would lose its state.
    const [Current] = useState<ComponentType<P>>(() => Ready ?? Loaded)
    return <Current {...props} />
  }
  /** Loads its code ahead. A failure is silent: showing it tries again and says so. */
  Part.preload = () => loadTwice().catch(() => {})
  return Part
}
