import { toastFailure } from '@/api/core/failure'
import { deleteAlertRule, useAlertRules, type AlertRule } from '@/api/settings/notifications'
import { useSites } from '@/api/sites'
import { useUser } from '@/api/session'
import { edits } from '@/api/settings/members'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { LoadError } from '@/ui/load-error'
import { SkeletonRows } from '@/ui/skeleton'
import { RuleRow } from './rule-row'
import { ruleTexts, thresholdText } from './rule-texts'

/** What the account is alerted about, and the rules that single sites have in its place. */
export function RulesCard() {
  const { user } = useUser()
  const { rules, loading, error, reload } = useAlertRules()
  const own = rules?.filter(({ siteId }) => siteId) ?? []
  return (
    <Card title="Alert rules" subtitle="What everyone in this account is alerted about, on all sites">
      {loading && <SkeletonRows rows={5} label="Loading the rules" />}
      {error && <LoadError error={error} onRetry={() => void reload()} />}
      {rules && (
        <ul aria-label="Alert rules" className="divide-y divide-line">
          {rules
            .filter(({ siteId }) => !siteId)
            .map((rule) => (
              <RuleRow key={rule.rule} rule={rule} editable={edits(user)} />
            ))}
        </ul>
      )}
      {own.length > 0 && <SiteRules rules={own} editable={edits(user)} />}
    </Card>
  )
}

const remove = (id: string) =>
  void deleteAlertRule(id).catch((error) => toastFailure(error, 'Failed to remove the rule'))

function SiteRules({ rules, editable }: { rules: readonly AlertRule[]; editable: boolean }) {
  const { sites } = useSites()
  return (
    <section aria-label="Rules of single sites" className="border-t border-line px-4 py-3">
      <h3 className="font-medium">Different on single sites</h3>
      <ul className="divide-y divide-line">
        {rules.map((rule) => {
          const { id, siteId, enabled } = rule
          const site = sites?.find((one) => one.id === siteId)?.name ?? 'A site'
          const title = ruleTexts[rule.rule].title
          return (
            <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
              <span className="min-w-0 flex-1 wrap-anywhere">
                {site}: {title}, {enabled ? thresholdText(rule) : 'off'}
              </span>
              {editable && id && (
                <Button size="sm" aria-label={`Remove: ${title} on ${site}`} onClick={() => remove(id)}>
                  Remove
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
