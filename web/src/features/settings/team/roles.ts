import type { Role } from '@/api/settings/members'

/** What a role may do, in a few words. */
export const roles: readonly { value: Role; label: string; hint: string }[] = [
  { value: 'owner', label: 'Owner', hint: 'Everything, with billing.' },
  { value: 'admin', label: 'Admin', hint: 'Everything but billing and deleting the account.' },
  { value: 'member', label: 'Member', hint: 'Works on sites: opportunities, crawls and reports.' },
  { value: 'viewer', label: 'Viewer', hint: 'Reads everything but settings, and changes nothing.' },
  {
    value: 'client',
    label: 'Client',
    hint: 'Sees the overview, opportunities and reports of chosen sites only.',
  },
]

/** The name of a role. */
export const roleLabel = (role: Role) => roles.find(({ value }) => value === role)?.label ?? role
