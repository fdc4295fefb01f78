import { useState } from 'react'
import { exportAddress } from '@/api/account'
import { useUser } from '@/api/session'
import { manages } from '@/api/core/role'
import { day } from '@/lib/format'
import { toast } from '@/lib/toast'
import { Avatar } from '@/ui/avatar'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { DownloadLink } from '@/ui/download-link'
import { AuditLog } from './audit-log'
import { DeleteAccountDialog } from './delete-account-dialog'

/** The signed-in user; for admins the audit log, for the owner the data export and the deletion. */
export function AccountTab() {
  const { user } = useUser()
  const [deleting, setDeleting] = useState(false)
  if (!user) return null
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ') || 'User'
  return (
    <div className="space-y-4">
      <Card title="Profile">
        <div className="flex items-center gap-3 px-4 py-4">
          <Avatar of={user} className="size-9 text-sm" />
          <div className="min-w-0 flex-1">
            <p className="truncate font-medium">{name}</p>
            <p className="truncate text-ink-2">{user.email}</p>
          </div>
          {user.plan === '' && (
            <p className="text-right text-xs text-ink-3">Free trial until {day(user.trialEndsAt)}</p>
          )}
        </div>
      </Card>
      {user.role === 'owner' && (
        <Card title="Your data">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-4">
            <p className="min-w-0 flex-1 basis-64 text-pretty text-ink-2">
              One ZIP file with all your data: your settings and decisions as JSON, your sites’ data as CSV.
              Passwords, keys and share-link URLs are not included.
            </p>
            <DownloadLink
              href={exportAddress}
              onStart={() => toast('Export Started', { description: 'Large accounts take a few minutes.' })}
            >
              Export all data
            </DownloadLink>
          </div>
        </Card>
      )}
      {manages(user) && <AuditLog />}
      {user.role === 'owner' && (
        <Card title="Delete account">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-4">
            <p className="min-w-0 flex-1 basis-64 text-pretty text-ink-2">
              Cancels your plan and erases all sites and data. This cannot be undone, so export what you want to
              keep first.
            </p>
            <Button variant="danger" icon="trash" onClick={() => setDeleting(true)}>
              Delete account
            </Button>
          </div>
        </Card>
      )}
      {deleting && <DeleteAccountDialog email={user.email} onClose={() => setDeleting(false)} />}
    </div>
  )
}
