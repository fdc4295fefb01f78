import type { ReactNode } from 'react'

/** In place of an action that visitors of the demo cannot take; the text says what the trial is for. */
export const TrialInvitation = ({ children }: { children: ReactNode }) => (
  <p className="text-pretty text-ink-2">
    <a href="/api/login" className="font-medium text-accent-ink underline">
      Start your free trial
    </a>{' '}
    {children}
  </p>
)
