import type { Integration } from '@/api/integrations'
import { cx } from '@/lib/cx'
import { Icon } from '@/ui/icons'

/** Whether the server has no credentials of its own, so that only the user's connect the provider. */
export const needsOwnKey = ({ missingEnvVars, status, signIn }: Integration) =>
  missingEnvVars.length > 0 && status !== 'connected' && !signIn

/** The sentence that says so. */
export const NotSetUp = ({ className }: { className?: string }) => (
  <p className={cx('text-pretty text-ink-2', className)}>
    Not set up here yet. Ask your administrator, or connect with your own key.
  </p>
)

/**
 * The settings that the administrator supplies, to open. Renders nothing if none are required, as when the
 * connection works with its own credentials.
 */
export function EnvironmentVariables({ integration }: { integration: Integration }) {
  const { requiredEnvVars, missingEnvVars, status } = integration
  if (requiredEnvVars.length === 0) return null
  return (
    <div className="text-xs">
      <details className="mt-3 border-t border-line pt-3">
        <summary className="cursor-pointer text-ink-3 hover:text-ink">For administrators</summary>
        <p className="my-1.5 text-pretty text-ink-3">
          This integration is set up through environment variables. Your administrator must supply the
          credentials.
        </p>
        <ul className="flex flex-wrap gap-1">
          {requiredEnvVars.map((name) => {
            const unset = missingEnvVars.includes(name)
            const missing = unset && status !== 'connected'
            return (
              <li
                key={name}
                className={cx(
                  'flex min-w-0 items-center gap-1 rounded-xs px-1.5 py-0.5 text-2xs',
                  missing ? 'bg-warn-soft text-warn-ink' : 'bg-hover text-ink-2',
                )}
              >
                {missing && <Icon name="alert" size={12} className="shrink-0" />}
                {!unset && <Icon name="check" size={12} className="shrink-0" />}
                <code className="break-all">{name}</code>
                {missing && 'missing'}
                {!unset && <span className="sr-only">set</span>}
              </li>
            )
          })}
        </ul>
      </details>
    </div>
  )
}
