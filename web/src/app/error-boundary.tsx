import { Component, type ReactNode } from 'react'
import { Button } from '@/ui/button'
import { Icon } from '@/ui/icons'

type Props = { path: string; children: ReactNode }
type State = { failed: boolean; path: string }

/** Shows a fallback when a screen fails to render, until the path changes. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false, path: this.props.path }
  static getDerivedStateFromError(): Partial<State> {
    return { failed: true }
  }
  static getDerivedStateFromProps({ path }: Props, state: State): State | null {
    return path === state.path ? null : { failed: false, path }
  }
  override render() {
    if (this.state.failed) return <ErrorFallback onRetry={() => this.setState({ failed: false })} />
    return this.props.children
  }
}

const ErrorFallback = ({ onRetry }: { onRetry: () => void }) => (
  <main className="grid min-h-dvh place-items-center p-6">
    <div role="alert" className="card flex max-w-md flex-col items-center p-8 text-center">
      <span className="mb-4 flex size-11 items-center justify-center rounded-lg bg-bad-soft text-bad-ink">
        <Icon name="alert" size={20} />
      </span>
      <h1 className="text-xl font-semibold">Something went wrong</h1>
      <p className="mt-1.5 text-base text-pretty text-ink-2">
        We encountered an unexpected error. Please try again or refresh the page.
      </p>
      <div className="mt-6 flex flex-wrap justify-center gap-2">
        <Button variant="primary" onClick={onRetry}>
          Try Again
        </Button>
        <Button icon="refresh" onClick={() => location.reload()}>
          Refresh Page
        </Button>
      </div>
    </div>
  </main>
)
