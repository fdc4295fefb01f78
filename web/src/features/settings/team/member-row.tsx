import { useState } from 'react'
import { toastFailure } from '@/api/core/failure'
import type { Schemas } from '@/api/core/client'
import { editMember, forgetMemberWork, type Member, type Role } from '@/api/settings/members'
import { countText, day } from '@/lib/format'
import { toast } from '@/lib/toast'
import { Badge } from '@/ui/badges/badge'
import { Button } from '@/ui/button'
import { Select } from '@/ui/forms/select'
import { ConfirmDialog, ConfirmText } from '@/ui/overlays/confirm-dialog'
import { Avatar } from '@/ui/avatar'
import { AccessDialog } from './access-dialog'
import { memberName } from './member-name'
import { RemoveDialog } from './remove-dialog'
import { roleLabel, roles } from './roles'

type User = Schemas['User']

/** What somebody of the role client sees: 2 clients and 1 site. */
const accessText = ({ clientIds, siteIds }: Member) =>
  [
    clientIds.length > 0 && countText(clientIds.length, 'client'),
    (siteIds.length > 0 || clientIds.length === 0) && countText(siteIds.length, 'site'),
  ]
    .filter(Boolean)
    .join(' and ')

/** One person: who they are, what they may do, and how to remove them. */
export function MemberRow({ member, user }: { member: Member; user: User }) {
  const [asked, setAsked] = useState<'remove' | 'owner' | 'access' | null>(null)
  const isMe = member.id === user.id
  const name = memberName(member)
  const manages = user.role === 'owner' ? !isMe : user.role === 'admin' && !isMe && member.role !== 'owner'
  const choices = roles.filter(
    ({ value }) =>
      value === member.role || (value !== 'client' && (value !== 'owner' || user.role === 'owner')),
  )
  const change = async (role: Role) => {
    if (role === 'owner') return setAsked('owner')
    try {
      await editMember(member.id, role)
      toast('Role changed', { description: `${name} is now ${roleLabel(role).toLowerCase()}.`, tone: 'good' })
    } catch (error) {
      toastFailure(error, 'Failed to change the role')
    }
  }
  const askToRemove = () => {
    void forgetMemberWork(member.id)
    setAsked('remove')
  }
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <Avatar of={member} className="size-9 text-sm" />
      <div className="min-w-0 flex-[1_1_12rem]">
        <p className="truncate font-medium">
          {name}
          {isMe && <span className="text-ink-3"> (you)</span>}
        </p>
        <p className="truncate text-ink-2">{member.email}</p>
        <p className="text-xs text-ink-3">
          Joined {day(member.joinedAt)}
          {member.role === 'client' && `, sees ${accessText(member)}`}
        </p>
      </div>
      {manages ? (
        <Select
          label={`Role of ${name}`}
          value={member.role}
          options={choices}
          onChange={(role) => void change(role)}
        />
      ) : (
        <Badge tone={member.role === 'owner' ? 'accent' : 'neutral'}>{roleLabel(member.role)}</Badge>
      )}
      {manages && member.role === 'client' && (
        <Button size="sm" aria-label={`Access of ${name}`} onClick={() => setAsked('access')}>
          Access
        </Button>
      )}
      {(manages || (isMe && member.role !== 'owner')) && (
        <Button size="sm" aria-label={isMe ? 'Leave' : `Remove ${name}`} onClick={askToRemove}>
          {isMe ? 'Leave' : 'Remove'}
        </Button>
      )}
      {asked === 'access' && <AccessDialog member={member} onClose={() => setAsked(null)} />}
      {asked === 'remove' && <RemoveDialog member={member} user={user} onClose={() => setAsked(null)} />}
      {asked === 'owner' && (
        <ConfirmDialog
          title={`Make ${name} the owner?`}
          action="Transfer ownership"
          onConfirm={() => editMember(member.id, 'owner')}
          success={{ title: 'Ownership transferred' }}
          onError={(error) => toastFailure(error, 'Failed to transfer the ownership')}
          onClose={() => setAsked(null)}
        >
          <ConfirmText>
            {name} then pays for the account and can delete it. You become an admin, and only {name} can undo
            this.
          </ConfirmText>
        </ConfirmDialog>
      )}
    </li>
  )
}
