import type { Member } from '@/api/settings/members'

/** What a member is called. */
export const memberName = ({ firstName, lastName, email }: Pick<Member, 'firstName' | 'lastName' | 'email'>) =>
  [firstName, lastName].filter(Boolean).join(' ') || email
