import { useState } from 'react'
import type { Schemas } from '@/api/core/client'
import { toastFailure } from '@/api/core/failure'
import { edits } from '@/api/core/role'
import { removeMember, useMembers, useMemberWork, type Member } from '@/api/settings/members'
import { countText, num } from '@/lib/format'
import { LabeledSelect } from '@/ui/forms/field'
import { ConfirmDialog, ConfirmText } from '@/ui/overlays/confirm-dialog'
import { memberName } from './member-name'

const kept = 'kept'
const nobody = 'nobody'

type Work = Schemas['MemberWork']

/** How much is open: 2 opportunities and 1 step. */
const workText = ({ opportunities, steps }: Work) =>
  [
    opportunities > 0 && (opportunities === 1 ? '1 opportunity' : `${num(opportunities)} opportunities`),
    steps > 0 && countText(steps, 'step'),
  ]
    .filter(Boolean)
    .join(' and ')

/** Removes a member, or leaves the account, and says who gets the open work. */
export function RemoveDialog({
  member,
  user,
  onClose,
}: {
  member: Member
  user: Schemas['User']
  onClose: () => void
}) {
  const mayAssign = edits(user)
  const { work } = useMemberWork(mayAssign ? member.id : null)
  const { members = [] } = useMembers(mayAssign)
  const [workTo, setWorkTo] = useState(kept)
  const isMe = member.id === user.id
  const name = memberName(member)
  const open = work ? workText(work) : ''
  const choices = [
    { value: kept, label: `Leave with ${isMe ? 'me' : name}` },
    { value: nobody, label: 'No one' },
    ...members
      .filter(({ id, role }) => id !== member.id && role !== 'client')
      .map((other) => ({ value: other.id, label: memberName(other) })),
  ]
  return (
    <ConfirmDialog
      title={isMe ? 'Leave this account?' : `Remove ${name}?`}
      action={isMe ? 'Leave' : 'Remove'}
      onConfirm={() => removeMember(member.id, workTo === kept ? undefined : workTo)}
      success={{ title: isMe ? 'You left the account' : 'Member removed' }}
      onError={(error) => toastFailure(error, 'Failed to remove the member')}
      onClose={onClose}
    >
      <div className="grid gap-4">
        <ConfirmText>
          {isMe ? 'You lose access' : `${name} loses access`} within a second, and API tokens made by{' '}
          {isMe ? 'you' : 'them'} in this account stop working. What was done stays. A new invitation brings{' '}
          {isMe ? 'you' : 'them'} back.
        </ConfirmText>
        {open !== '' && (
          <LabeledSelect
            label={`Assign ${isMe ? 'your' : `${name}’s`} open work (${open}) to`}
            value={workTo}
            options={choices}
            onChange={setWorkTo}
          />
        )}
      </div>
    </ConfirmDialog>
  )
}
