import { useUrlState } from '@/lib/use-url-state'
import { PageHeader } from '@/ui/page-header'
import { Tabs } from '@/ui/tabs'
import { BillingTab } from './billing-tab'
import { IntegrationsTab } from './integrations-tab'
import { TeamTab } from './team-tab'
import { useSignInOutcome } from './use-sign-in-outcome'

const tabs = [
  { value: 'integrations', label: 'Integrations', content: <IntegrationsTab /> },
  { value: 'team', label: 'Team', content: <TeamTab /> },
  { value: 'billing', label: 'Billing', content: <BillingTab /> },
] as const

/** What the account is connected to, who belongs to it and what it pays; the tab stands in the URL. */
export function Settings() {
  const [{ tab }, set] = useUrlState({ tab: 'integrations' })
  useSignInOutcome()
  const shown = tabs.find((one) => one.value === tab) ?? tabs[0]
  return (
    <>
      <PageHeader title="Settings">Connections of your sites, your team and your plan</PageHeader>
      <Tabs label="Settings" value={shown.value} tabs={tabs} onChange={(value) => set({ tab: value })} />
    </>
  )
}
