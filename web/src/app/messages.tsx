import { Component, Suspense, type ReactNode } from 'react'
import { LoadFailure, lazyPart } from '@/lib/parts/lazy-part'
import { useToasts } from '@/lib/toast'

// Not needed for the first paint: the store holds a toast until this is loaded.
const Toaster = lazyPart(async () => ({ default: (await import('@/ui/overlays/toaster')).Toaster }))

/** The toasts. Where their code does not load, only they are missing, and the next toast tries again. */
export function Messages() {
  const newest = useToasts((s) => s.current?.id)
  return (
    <WithoutFailure attempt={newest}>
      <Suspense fallback={null}>
        <Toaster />
      </Suspense>
    </WithoutFailure>
  )
}

type Props = { attempt: number | undefined; children: ReactNode }
type State = { error: Error | undefined; attempt: number | undefined }

class WithoutFailure extends Component<Props, State> {
  override state: State = { error: undefined, attempt: this.props.attempt }
  static getDerivedStateFromError(error: Error): Partial<State> {
    return { error }
  }
  static getDerivedStateFromProps({ attempt }: Props, { error, ...state }: State): State | null {
    if (attempt === state.attempt) return null
    if (error instanceof LoadFailure) error.renew()
    return { error: undefined, attempt }
  }
  override render() {
    return this.state.error === undefined && this.props.children
  }
}
