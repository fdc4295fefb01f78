import { toastFailure } from '@/api/core/failure'
import { deleteAlertRule, useAlertRules, type AlertRule } from '@/api/settings/notifications'
import { useSites } from '@/api/sites'
import { useUser } from '@/api/session'
import { edits } from '@/api/core/role'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { LoadError } from '@/ui/load-error'
import { SkeletonRows } from '@/ui/skeleton'
import { RuleRow } from './rule-row'
import { ruleGroups, ruleTexts, thresholdText } from './rule-texts'

/** What the account is alerted about, and the rules that single sites have in its place. */
export function RulesCard() {
  const { user } = useUser()
  const { rules, loading, error, reload } = useAlertRules()
  const own = rules?.filter(({ siteId }) => siteId) ?? []
  const accountRules = rules?.filter(({ siteId }) => !siteId) ?? []
  const editable = edits(user)
  return (
    <Card
      title="Alert rules"
      subtitle={`What everyone in this account is alerted about, on all sites${editable ? '' : '. Members and admins can change them'}`}
    >
      {loading && <SkeletonRows rows={5} label="Loading the rules" />}
      {error && <LoadError error={error} onRetry={() => void reload()} />}
      {rules &&
        ruleGroups.map(({ title, about, rules: names }) => (
          <section key={title} className="border-line py-1.5 not-first-of-type:border-t">
            <h3 className="px-4 pt-1.5 text-xs font-medium text-ink-3">
              {title}
              {about && <span className="font-normal"> · {about}</span>}
            </h3>
            <ul aria-label={title}>
              {accountRules
                .filter(({ rule }) => names.includes(rule))
                .toSorted((a, b) => names.indexOf(a.rule) - names.indexOf(b.rule))
                .map((rule) => (
                  <RuleRow key={rule.rule} rule={rule} editable={editable} />
                ))}
            </ul>
          </section>
        ))}
      {own.length > 0 && <SiteRules rules={own} editable={editable} />}
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
