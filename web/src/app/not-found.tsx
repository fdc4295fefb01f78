import { Link } from 'wouter'
import { useTitle } from '@/lib/interaction/use-title'
import { Button, buttonClass } from '@/ui/button'
import { Logo } from '@/ui/logo'

/** The page of an unknown address; it makes no requests, so anyone may see it. */
export function NotFound() {
  useTitle('Page Not Found')
  return (
    <main className="grid min-h-dvh place-items-center p-6">
      <div className="flex max-w-md flex-col items-center text-center">
        <Logo className="mb-10" />
        <p className="num text-[5.5rem] leading-none font-semibold tracking-[-0.05em] text-ink-3">404</p>
        <h1 className="mt-4 text-2xl font-semibold">Page Not Found</h1>
        <p className="mt-2 text-base text-pretty text-ink-2">
          The page you're looking for doesn't exist or has been moved.
        </p>
        <div className="mt-7 flex gap-2">
          <Button icon="left" onClick={() => history.back()}>
            Go Back
          </Button>
          <Link href="/overview" className={buttonClass('primary')}>
            Home
          </Link>
        </div>
      </div>
    </main>
  )
}
