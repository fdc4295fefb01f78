import { Link } from 'wouter'
import { googleSignIn } from '@/api/integrations'
import { useSelectedSite } from '@/api/selected-site'
import { useUser } from '@/api/session'
import { Button, buttonClass } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { GoogleMark } from '@/ui/google-mark'
import { Icon } from '@/ui/icons'

/** Why no property can be listed, and how to connect Google. */
export function ConnectGoogle({ reason, onRetry }: { reason: string; onRetry: () => void }) {
  const { site } = useSelectedSite()
  const { user } = useUser()
  return (
    <EmptyState
      icon="search"
      title="Connect Search Console first"
      action={
        <div className="flex flex-wrap justify-center gap-2">
          {user?.googleSignIn && (
            <a href={googleSignIn({ provider: 'gsc' })} className={buttonClass('primary')}>
              <span className="-ml-1.5 rounded-sm bg-white p-0.5">
                <GoogleMark />
              </span>
              Continue with Google
            </a>
          )}
          {site && (
            <Link href="/settings?tab=integrations&help=gsc" className={buttonClass()}>
              <Icon name="info" />
              How to connect
            </Link>
          )}
          <Button icon="refresh" onClick={onRetry}>
            Refresh
          </Button>
        </div>
      }
    >
      {reason}
    </EmptyState>
  )
}
