import { Suspense } from 'react'
import { useUser } from '@/api/session'
import { manages } from '@/api/core/role'
import { joinAnd } from '@/lib/format'
import { useUrlState } from '@/lib/use-url-state'
import { lazyPart } from '@/lib/parts/lazy-part'
import { Notice } from '@/ui/notice'
import { PageHeader } from '@/ui/page-header'
import { TrialInvitation } from '@/ui/plan-notice'
import { Skeleton } from '@/ui/skeleton'
import { Tabs } from '@/ui/tabs'
import { BillingTab } from './billing-tab'
import { IntegrationsTab } from './integrations/integrations-tab'
import { usePaymentOutcome } from './use-payment-outcome'
import { useSignInOutcome } from './integrations/use-sign-in-outcome'

// Separate chunks: most visits are about connections.
const TuningTab = lazyPart(async () => ({
  default: (await import('@/features/settings/tuning/tuning-tab')).TuningTab,
}))
const TeamTab = lazyPart(async () => ({ default: (await import('@/features/settings/team/team-tab')).TeamTab }))
const ClientsTab = lazyPart(async () => ({
  default: (await import('@/features/settings/clients/clients-tab')).ClientsTab,
}))
const NotificationsTab = lazyPart(async () => ({
  default: (await import('@/features/settings/notifications/notifications-tab')).NotificationsTab,
}))
const ApiTab = lazyPart(async () => ({ default: (await import('@/features/settings/tokens/api-tab')).ApiTab }))
const AccountTab = lazyPart(async () => ({
  default: (await import('@/features/settings/account/account-tab')).AccountTab,
}))

const loadingTab = <Skeleton className="h-72 rounded-lg" />

const tabs = [
  { value: 'integrations', label: 'Integrations', content: <IntegrationsTab /> },
  {
    value: 'team',
    label: 'Team',
    content: (
      <Suspense fallback={loadingTab}>
        <TeamTab />
      </Suspense>
    ),
  },
  {
    value: 'clients',
    label: 'Clients',
    content: (
      <Suspense fallback={loadingTab}>
        <ClientsTab />
      </Suspense>
    ),
  },
  {
    value: 'notifications',
    label: 'Notifications',
    content: (
      <Suspense fallback={loadingTab}>
        <NotificationsTab />
      </Suspense>
    ),
  },
  { value: 'billing', label: 'Billing', content: <BillingTab /> },
  {
    value: 'tuning',
    label: 'Tuning',
    content: (
      <Suspense fallback={loadingTab}>
        <TuningTab />
      </Suspense>
    ),
  },
  {
    value: 'api',
    label: 'API',
    content: (
      <Suspense fallback={loadingTab}>
        <ApiTab />
      </Suspense>
    ),
  },
  {
    value: 'account',
    label: 'Account',
    content: (
      <Suspense fallback={loadingTab}>
        <AccountTab />
      </Suspense>
    ),
  },
] as const

/** Names the tabs most people come for, of those on screen. */
const aboutTabs = (shown: readonly (typeof tabs)[number][]) => {
  const named = shown.filter(({ value }) => ['integrations', 'team', 'billing', 'tuning'].includes(value))
  return joinAnd(named.map(({ label }, at) => (at === 0 ? label : label.toLowerCase())))
}

/** What only admins may read; visitors of the demo see neither people nor an account of theirs. */
const ofAdmins = ['billing', 'api']
const hiddenInDemo = [...ofAdmins, 'team', 'account']
/** Clients have emails and a profile; the rest is the agency’s. */
const hiddenFromClients = [...ofAdmins, 'integrations', 'team', 'clients', 'tuning']

/** The sheets that are open in one tab only. */
const tabDefaults = { help: '', rule: '' }

/** Connections, team, notifications, billing, tuning, API tokens and account data; the tab is in the URL. */
export function Settings() {
  const [{ tab }, set] = useUrlState({ tab: 'integrations', ...tabDefaults })
  useSignInOutcome()
  usePaymentOutcome()
  const { user } = useUser()
  const hidden = user?.demo
    ? hiddenInDemo
    : user?.role === 'client'
      ? hiddenFromClients
      : manages(user)
        ? []
        : ofAdmins
  const shown = tabs.filter((item) => !hidden.includes(item.value))
  const selected = shown.find((item) => item.value === tab) ?? shown[0]!
  return (
    <>
      <PageHeader title="Settings">
        {user?.role === 'client' ? 'Your emails and your profile' : aboutTabs(shown)}
      </PageHeader>
      {user?.demo && (
        <Notice className="mb-4">
          <TrialInvitation>
            to change settings and connect your own accounts. This demo is read-only.
          </TrialInvitation>
        </Notice>
      )}
      <Tabs
        label="Settings"
        value={selected.value}
        tabs={shown}
        onChange={(value) => set({ ...tabDefaults, tab: value })}
      />
    </>
  )
}
