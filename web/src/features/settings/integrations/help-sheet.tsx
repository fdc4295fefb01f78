import { useState, type ReactNode } from 'react'
import type { Integration } from '@/api/integrations'
import { useUrlState } from '@/lib/use-url-state'
import { Button } from '@/ui/button'
import { providerHelp } from '@/api/provider-help.gen'
import { Sheet, SheetBody, SheetSection, SheetTitle } from '@/ui/overlays/sheet'
import { ProviderMark } from '@/ui/provider-mark'
import { EnvironmentVariables } from './environment-variables'
import { signInSteps } from './provider-help'

/** How to connect the provider in the URL's `help`, and what is synced then. */
export function HelpSheet({ integrations }: { integrations: Integration[] }) {
  const [{ help }, set] = useUrlState({ help: '' })
  const named = integrations.find((entry) => entry.provider === help)
  // Keeps the content while the panel slides out.
  const [lastProvider, setLastProvider] = useState(named)
  if (named && named !== lastProvider) setLastProvider(named)
  const close = () => set({ help: '' })
  return (
    <Sheet open={named !== undefined} onClose={close}>
      <div className="flex h-13 shrink-0 items-center justify-end border-b border-line px-3 md:px-4">
        <Button variant="ghost" icon="x" aria-label="Close" onClick={close} />
      </div>
      <SheetBody label="Help">{lastProvider && <Help integration={lastProvider} />}</SheetBody>
    </Sheet>
  )
}

function Help({ integration }: { integration: Integration }) {
  const { needs, steps, reads, when, readOnly } = providerHelp[integration.provider]
  return (
    <>
      <div className="flex items-start gap-3 px-5 py-5 md:px-6">
        <ProviderMark provider={integration.provider} />
        <div className="min-w-0">
          <SheetTitle>{`How to connect ${integration.name}`}</SheetTitle>
          <p className="text-pretty text-ink-2">{integration.description}</p>
        </div>
      </div>
      <SheetSection title="What you need">
        <p className="text-pretty">{needs}</p>
        <EnvironmentVariables integration={integration} />
      </SheetSection>
      {integration.signIn && (
        <SheetSection title="With your Google account">
          <Steps steps={signInSteps} />
        </SheetSection>
      )}
      <SheetSection title={integration.signIn ? 'As an administrator, without signing in' : 'Steps'}>
        <Steps
          steps={[...steps, 'Click Test. It shows what is missing; a successful test starts the first sync.']}
        />
      </SheetSection>
      <SheetSection title="What we sync">
        <ul className="list-disc space-y-1.5 pl-5">
          {reads.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
        <Paragraph>{when}</Paragraph>
      </SheetSection>
      <SheetSection title="Read-only">
        <p className="text-pretty">{readOnly}</p>
        <Paragraph>
          Credentials are encrypted. Disconnecting stops the sync; synced data stays until you delete the site.
        </Paragraph>
      </SheetSection>
    </>
  )
}

const Paragraph = ({ children }: { children: ReactNode }) => (
  <p className="mt-3 text-pretty text-ink-2">{children}</p>
)

const Steps = ({ steps }: { steps: readonly string[] }) => (
  <ol className="space-y-2.5">
    {steps.map((step, i) => (
      <li key={step} className="flex gap-2.5">
        <span className="num flex size-5 shrink-0 items-center justify-center rounded-full bg-hover text-2xs font-medium text-ink-2">
          {i + 1}
        </span>
        <span className="min-w-0 text-pretty wrap-anywhere">{step}</span>
      </li>
    ))}
  </ol>
)
