import { Component, type ReactNode } from 'react'
import { readEverythingAgain } from '@/api/core/read-again'
import { Button } from '@/ui/button'
import { Icon } from '@/ui/icons'
import { LoadFailure } from '@/lib/parts/lazy-part'

type Props = {
  path: string
  /** It stands inside the shell, whose navigation stays. */
  inside?: boolean
  /** What it is called where it is not a screen, such as "Notifications". */
  name?: string
  children: ReactNode
}
type State = { error: Error | undefined; path: string }

/** Shows a fallback when a screen fails to load or to render, until the path changes. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: undefined, path: this.props.path }
  static getDerivedStateFromError(error: Error): Partial<State> {
    return { error }
  }
  static getDerivedStateFromProps({ path }: Props, state: State): State | null {
    return path === state.path ? null : { error: undefined, path }
  }
  override componentWillUnmount() {
    this.renew()
  }
  /** Whoever comes back has the code of the screen loaded again. */
  private renew() {
    if (this.state.error instanceof LoadFailure) this.state.error.renew()
  }
  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    const tryAgain = async () => {
      // What the server answered may be what failed.
      await readEverythingAgain()
      this.renew()
      this.setState({ error: undefined })
    }
    const fallback = <ErrorFallback error={error} name={this.props.name} onRetry={() => void tryAgain()} />
    return this.props.inside ? (
      <div className="grid place-items-center py-12">{fallback}</div>
    ) : (
      <main className="grid min-h-dvh place-items-center p-6">{fallback}</main>
    )
  }
}

type FallbackProps = { error: Error; name: string | undefined; onRetry: () => void }

const ErrorFallback = ({ error, name = 'This screen', onRetry }: FallbackProps) => {
  const notLoaded = error instanceof LoadFailure
  return (
    <div role="alert" className="card flex max-w-md flex-col items-center p-8 text-center">
      <span className="mb-4 flex size-11 items-center justify-center rounded-lg bg-bad-soft text-bad-ink">
        <Icon name="alert" size={20} />
      </span>
      <h1 className="text-xl font-semibold">
        {notLoaded ? `${name} could not be loaded` : 'Something went wrong'}
      </h1>
      <p className="mt-1.5 text-base text-pretty text-ink-2">
        {notLoaded
          ? 'You may be offline, or Upslope was updated since you opened it. Refresh the page to get the new version.'
          : 'We encountered an unexpected error. Please try again or refresh the page.'}
      </p>
      <div className="mt-6 flex flex-wrap justify-center gap-2">
        <Button variant={notLoaded ? 'secondary' : 'primary'} onClick={onRetry}>
          Try Again
        </Button>
        <Button variant={notLoaded ? 'primary' : 'secondary'} icon="refresh" onClick={() => location.reload()}>
          Refresh Page
        </Button>
      </div>
    </div>
  )
}
