import { useId, useState } from 'react'
import { messageOf } from '@/api/core/error'
import { toastFailure } from '@/api/core/failure'
import { putAlertRule, type AlertRule } from '@/api/settings/notifications'
import { Badge } from '@/ui/badges/badge'
import { Checkbox } from '@/ui/forms/checkbox'
import { Input } from '@/ui/forms/field'
import { ruleTexts, thresholdText } from './rule-texts'

/** One rule: on or off, and the size its alerts start at. Who may not change it reads it. */
export function RuleRow({ rule, editable }: { rule: AlertRule; editable: boolean }) {
  const { title, about } = ruleTexts[rule.rule]
  const toggle = (enabled: boolean) =>
    void putAlertRule({ ...rule, enabled }).catch((error) => toastFailure(error, 'Failed to save the rule'))
  const sized = rule.enabled && (rule.percent !== null || rule.value !== null)
  const text = (
    <span className="min-w-0">
      <span className="block font-medium">{title}</span>
      {about && <span className="block text-xs text-pretty text-ink-2">{about}</span>}
    </span>
  )
  return (
    <li className="flex min-h-12 items-center gap-x-4 px-4 py-1">
      {editable ? (
        <Checkbox className="-mx-3 min-w-0 flex-1 rounded-md" checked={rule.enabled} onChange={toggle}>
          {text}
        </Checkbox>
      ) : (
        <>
          <div className="min-w-0 flex-1 py-1.5">{text}</div>
          {sized && <span className="num text-xs text-ink-2">{thresholdText(rule)}</span>}
          <Badge tone={rule.enabled ? 'good' : 'neutral'}>{rule.enabled ? 'On' : 'Off'}</Badge>
        </>
      )}
      {editable && sized && <Threshold key={rule.percent ?? rule.value} rule={rule} />}
    </li>
  )
}

/** The number is saved when the field is left. */
function Threshold({ rule }: { rule: AlertRule }) {
  const field = rule.percent !== null ? 'percent' : 'value'
  const { title, threshold } = ruleTexts[rule.rule]
  const errorId = useId()
  const saved = String(rule[field])
  const [text, setText] = useState(saved)
  const [error, setError] = useState('')
  async function save() {
    const number = Number(text)
    if (text.trim() === '' || Number.isNaN(number)) {
      setError('Enter a number.')
      return
    }
    if (text === saved) return
    try {
      await putAlertRule({ ...rule, [field]: number })
    } catch (failure) {
      setError(messageOf(failure, 'The rule could not be saved.'))
    }
  }
  return (
    <div className="shrink-0">
      <div className="flex items-center gap-2 text-xs text-ink-2">
        <span aria-hidden="true" className="max-sm:hidden">
          from
        </span>
        <Input
          className="num w-18! text-right"
          aria-label={`${threshold?.label}: ${title}`}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          inputMode="decimal"
          autoComplete="off"
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setError('')
          }}
          onBlur={() => void save()}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.currentTarget.blur()
          }}
        />
        <span aria-hidden="true" className="w-16 max-sm:w-14">
          {threshold?.unit}
        </span>
      </div>
      {error && (
        <p id={errorId} className="mt-1 max-w-44 text-xs text-bad-ink">
          {error}
        </p>
      )}
    </div>
  )
}
