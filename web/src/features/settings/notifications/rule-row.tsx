import { useState } from 'react'
import { messageOf } from '@/api/core/error'
import { toastFailure } from '@/api/core/failure'
import { putAlertRule, type AlertRule } from '@/api/settings/notifications'
import { Checkbox } from '@/ui/forms/checkbox'
import { TextField } from '@/ui/forms/field'
import { ruleTexts } from './rule-texts'

/** One rule: on or off, and the size its alerts start at. */
export function RuleRow({ rule, editable }: { rule: AlertRule; editable: boolean }) {
  const { title, about } = ruleTexts[rule.rule]
  const toggle = (enabled: boolean) =>
    void putAlertRule({ ...rule, enabled }).catch((error) => toastFailure(error, 'Failed to save the rule'))
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-1 px-4 py-2">
      <Checkbox
        className="-mx-3 min-w-0 flex-[1_1_18rem] rounded-md"
        checked={rule.enabled}
        disabled={!editable}
        onChange={toggle}
      >
        <span className="min-w-0">
          <span className="block font-medium">{title}</span>
          <span className="block text-xs text-pretty text-ink-2">{about}</span>
        </span>
      </Checkbox>
      {rule.enabled && (rule.percent !== null || rule.value !== null) && (
        <Threshold key={rule.percent ?? rule.value} rule={rule} editable={editable} />
      )}
    </li>
  )
}

/** The number is saved when the field is left. */
function Threshold({ rule, editable }: { rule: AlertRule; editable: boolean }) {
  const field = rule.percent !== null ? 'percent' : 'value'
  const { title, threshold = '' } = ruleTexts[rule.rule]
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
    <TextField
      className="w-52 max-sm:ml-6.5"
      label={threshold}
      aria-label={`${threshold}: ${title}`}
      inputMode="decimal"
      autoComplete="off"
      disabled={!editable}
      value={text}
      error={error || undefined}
      onChange={(next) => {
        setText(next)
        setError('')
      }}
      onBlur={() => void save()}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur()
      }}
    />
  )
}
