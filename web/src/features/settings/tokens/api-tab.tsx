import { useState } from 'react'
import { useTokens, type Token } from '@/api/tokens'
import { Button, buttonClass } from '@/ui/button'
import { Card } from '@/ui/card'
import { EmptyState } from '@/ui/empty-state'
import { Icon } from '@/ui/icons'
import { LoadError } from '@/ui/load-error'
import { SkeletonRows } from '@/ui/skeleton'
import { TrackersCard } from '../trackers/trackers-card'
import { WebhooksCard } from '../webhooks/webhooks-card'
import { CopyBox } from './copy-box'
import { CreateTokenDialog } from './create-token-dialog'
import { RevokeTokenDialog } from './revoke-token-dialog'
import { TokenRow } from './token-row'

/** The account's API tokens, and how to get started. */
export function ApiTab() {
  const { tokens, loading, error, reload } = useTokens()
  const [creating, setCreating] = useState(false)
  const [revoking, setRevoking] = useState<Token | null>(null)
  const create = (
    <Button variant="primary" icon="plus" onClick={() => setCreating(true)}>
      Create token
    </Button>
  )
  const hasTokens = tokens !== undefined && tokens.length > 0
  return (
    <div className="space-y-4">
      <Card
        title="API tokens"
        subtitle="Tokens give scripts access to your account"
        aside={hasTokens && create}
      >
        {loading && <SkeletonRows rows={2} label="Loading the tokens" />}
        {error && <LoadError error={error} onRetry={() => void reload()} />}
        {tokens?.length === 0 && (
          <EmptyState compact icon="lock" title="No API tokens yet" action={create}>
            Use a token to connect a spreadsheet, dashboard or script. You can revoke it at any time.
          </EmptyState>
        )}
        {hasTokens && (
          <ul aria-label="API tokens" className="divide-y divide-line">
            {tokens.map((token) => (
              <TokenRow key={token.id} token={token} onRevoke={() => setRevoking(token)} />
            ))}
          </ul>
        )}
      </Card>
      <TrackersCard />
      <WebhooksCard />
      <GettingStarted />
      <Assistants />
      {creating && <CreateTokenDialog onClose={() => setCreating(false)} />}
      {revoking && <RevokeTokenDialog token={revoking} onClose={() => setRevoking(null)} />}
    </div>
  )
}

/** How an assistant connects. */
const Assistants = () => (
  <Card title="Use with assistants" subtitle="Claude, ChatGPT, Cursor and others that speak MCP">
    <div className="space-y-3 px-4 py-4">
      <p className="text-pretty text-ink-2">
        Add this server to your assistant and ask what to fix first. A read-only token is enough, unless it
        should mark opportunities as done.
      </p>
      <CopyBox
        label="Copy the configuration"
        copied="Configuration copied"
        text={`{ "mcpServers": { "upslope": { "type": "http", "url": "${location.origin}/mcp", "headers": { "Authorization": "Bearer YOUR_TOKEN" } } } }`}
      />
    </div>
  </Card>
)

const GettingStarted = () => (
  <Card title="Getting started">
    <div className="space-y-3 px-4 py-4">
      <p className="text-pretty text-ink-2">Send the token with every request. This lists your sites:</p>
      <CopyBox
        label="Copy the example"
        copied="Example copied"
        text={`curl -H "Authorization: Bearer $UPSLOPE_TOKEN" ${location.origin}/api/sites`}
      />
      <p className="text-pretty text-ink-2">
        In Google Sheets, use this formula with a read-only token. In Excel, use Data → From Web with the same
        URL.
      </p>
      <CopyBox
        label="Copy the formula"
        copied="Formula copied"
        text={`=IMPORTDATA("${location.origin}/api/seo/queries.csv?token=YOUR_TOKEN")`}
      />
      <a href="/api/docs" target="_blank" rel="noopener" className={buttonClass()}>
        <Icon name="external" className="-ml-0.5 opacity-80" />
        Read the API documentation
      </a>
    </div>
  </Card>
)
