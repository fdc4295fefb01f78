import { useState } from 'react'
import type { InsightRule, RuleConstant, SiteRules } from '@/api/rules'
import { Button } from '@/ui/button'
import { TextField } from '@/ui/forms/field'
import { numberOf, numberText } from './draft'
import { constantError } from './validation'
import { boundText, quantity } from './quantity'
import type { Tuning } from './use-tuning'

/** The parameters of a rule that a site can set, each with its default and its bounds. */
export function ConstantFields({
  rule: { type, title, constants },
  rules,
  tuning,
}: {
  rule: InsightRule
  rules: SiteRules
  tuning: Tuning
}) {
  const tunable = constants.filter(({ least, most }) => least !== null && most !== null)
  if (tunable.length === 0) return <p className="text-ink-2">{title} has no editable thresholds.</p>
  return (
    <div className="grid gap-x-4 gap-y-5 @2xl:grid-cols-2 @5xl:grid-cols-3">
      {tunable.map((constant) => (
        <ConstantField key={constant.name} type={type} constant={constant} rules={rules} tuning={tuning} />
      ))}
    </div>
  )
}

function ConstantField({
  type,
  constant,
  rules,
  tuning: { values, change },
}: {
  type: string
  constant: RuleConstant
  rules: SiteRules
  tuning: Tuning
}) {
  const { name, title, value, unit, least, most } = constant
  const text = values.parameters[type]?.[name] ?? numberText(rules.parameters[type]?.[name])
  // The text stays as it was typed as long as it equals the draft's value.
  const [typed, setTyped] = useState('')
  const shown = fromDisplay(typed, unit) === text ? typed : toDisplay(text, unit)
  const set = (next: string) => {
    setTyped(next)
    const own = { ...values.parameters[type], [name]: fromDisplay(next, unit) }
    change({ parameters: { ...values.parameters, [type]: own } })
  }
  return (
    <div className="flex items-end gap-2">
      <TextField
        className="min-w-0 flex-1"
        label={unit === 'share' ? `${title}, in %` : title}
        inputMode="decimal"
        autoComplete="off"
        placeholder={toDisplay(String(value), unit)}
        hint={`Usually ${quantity(value, unit)}; from ${boundText(least, unit)} to ${boundText(most, unit)}`}
        error={constantError(constant, text)}
        value={shown}
        onChange={set}
      />
      {shown !== '' && (
        <Button variant="ghost" className="mb-5" aria-label={`Reset ${title}`} onClick={() => set('')}>
          Reset
        </Button>
      )}
    </div>
  )
}

/** Shares are shown in percent: conversions between the text box and the rule's fraction. */
const toDisplay = (text: string, unit: string) => scaled(text, unit, 100)
const fromDisplay = (text: string, unit: string) => scaled(text, unit, 0.01)

function scaled(text: string, unit: string, factor: number) {
  const value = numberOf(text)
  if (unit !== 'share' || value === null || Number.isNaN(value)) return text
  return String(Math.round(value * factor * 1e6) / 1e6)
}
