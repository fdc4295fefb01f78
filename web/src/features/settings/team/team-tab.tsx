import { useState } from 'react'
import { useMissingFeature } from '@/api/billing'
import { manages } from '@/api/core/role'
import { useInvitations, useMembers, type SentInvitation } from '@/api/settings/members'
import { useUser } from '@/api/session'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { LoadError } from '@/ui/load-error'
import { PartOfPlan } from '@/ui/plan-notice'
import { SkeletonRows } from '@/ui/skeleton'
import { InvitationRow } from './invitation-row'
import { InviteDialog, LinkDialog } from './invite-dialog'
import { MemberRow } from './member-row'

/** The people of the account, and who is invited. */
export function TeamTab() {
  const { user } = useUser()
  const { members, loading, error, reload } = useMembers()
  const { invitations } = useInvitations(manages(user))
  const missing = useMissingFeature('team')
  const [inviting, setInviting] = useState(false)
  const [sent, setSent] = useState<SentInvitation | null>(null)
  const inviteButton = (
    <Button variant="primary" icon="plus" onClick={() => setInviting(true)}>
      Invite
    </Button>
  )
  return (
    <div className="grid gap-4">
      <PartOfPlan source="team" stays="Members stay, but no one new can be invited." />
      <Card
        title="Team members"
        subtitle="Admins manage people and sources, members work on sites, viewers read"
        aside={manages(user) && !missing && inviteButton}
      >
        {loading && <SkeletonRows rows={2} />}
        {error && <LoadError error={error} onRetry={() => void reload()} />}
        {user && members && (
          <ul aria-label="Team members" className="divide-y divide-line">
            {members.map((member) => (
              <MemberRow key={member.id} member={member} user={user} />
            ))}
          </ul>
        )}
      </Card>
      {invitations && invitations.length > 0 && (
        <Card title="Invitations" subtitle="They work once, for seven days">
          <ul aria-label="Invitations" className="divide-y divide-line">
            {invitations.map((invitation) => (
              <InvitationRow
                key={invitation.id}
                invitation={invitation}
                mayResend={!missing}
                onSent={setSent}
              />
            ))}
          </ul>
        </Card>
      )}
      {inviting && (
        <InviteDialog
          onSent={(invitation) => {
            setInviting(false)
            setSent(invitation)
          }}
          onClose={() => setInviting(false)}
        />
      )}
      {sent && <LinkDialog sent={sent} onClose={() => setSent(null)} />}
    </div>
  )
}
