import type { SharedReport } from '@/api/links'
import { useMay } from '@/api/core/role'
import { copy } from '@/lib/interaction/clipboard'
import { cx } from '@/lib/cx'
import { ago, day, humanize, num } from '@/lib/format'
import { Badge, type Tone } from '@/ui/badges/badge'
import { Button, buttonClass } from '@/ui/button'
import { Icon } from '@/ui/icons'
import { RowMenu } from '@/ui/list/list-menu'

const statuses: Record<SharedReport['status'], { label: string; tone: Tone }> = {
  active: { label: 'Active', tone: 'good' },
  expired: { label: 'Expired', tone: 'warn' },
  revoked: { label: 'Revoked', tone: 'bad' },
}

/** One link: its report, status and views, with its actions. */
export function SharedReportRow({
  link,
  about,
  onExtend,
  onRevoke,
}: {
  link: SharedReport
  /** The site's name, if there are several sites. */
  about: string | undefined
  onExtend: () => void
  onRevoke: () => void
}) {
  const { label, tone } = statuses[link.status]
  const { edit } = useMay()
  const opens = link.status === 'active' && link.shareableUrl !== ''
  const expires = link.status === 'expired' ? 'Expired' : 'Expires'
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-[1_1_14rem]">
        <p className="flex min-w-0 items-center gap-1.5 font-medium">
          <bdi className="truncate">{link.title}</bdi>
          {link.hasPassword && (
            <span title="Password-protected" className="shrink-0 text-ink-3">
              <Icon name="lock" size={14} />
              <span className="sr-only">Password-protected</span>
            </span>
          )}
        </p>
        <p className="flex flex-wrap gap-x-2 text-xs text-ink-2">
          <span>{humanize(link.dateRange)}</span>
          <span>Created {day(link.createdAt)}</span>
          {about && <span className="text-ink-3">{about}</span>}
          <span className="text-ink-3">
            {link.revokedAt ? `Revoked ${day(link.revokedAt)}` : `${expires} ${day(link.expiresAt)}`}
          </span>
        </p>
      </div>
      <span className="flex items-center gap-1.5">
        <span title={link.lastViewedAt ? `Last opened ${ago(link.lastViewedAt)}` : 'Not opened yet'}>
          <Badge>
            <Icon name="eye" size={12} />
            {link.views === 1 ? '1 view' : `${num(link.views)} views`}
          </Badge>
        </span>
        <Badge tone={tone}>{label}</Badge>
      </span>
      <span className="ml-auto flex items-center gap-1">
        {opens && (
          <>
            <a
              href={link.shareableUrl}
              target="_blank"
              rel="noopener"
              aria-label={`View ${link.title}`}
              className={cx(buttonClass('secondary', 'sm'))}
            >
              <Icon name="external" className="-ml-0.5 opacity-80" />
              View
            </a>
            <Button
              size="sm"
              icon="copy"
              aria-label={`Copy the link to ${link.title}`}
              onClick={() =>
                void copy(link.shareableUrl, 'Link Copied', 'The link was copied to the clipboard.')
              }
            >
              Copy
            </Button>
          </>
        )}
        {link.status !== 'revoked' && edit && (
          <RowMenu
            label={`More about ${link.title}`}
            items={[
              { label: 'Extend…', icon: 'clock', onSelect: onExtend },
              { label: 'Revoke…', icon: 'dismiss', tone: 'bad', onSelect: onRevoke },
            ]}
          />
        )}
      </span>
    </li>
  )
}
