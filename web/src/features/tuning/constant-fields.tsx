import type { InsightRule, RuleConstant, SiteRules } from '@/api/rules'
import { num } from '@/lib/format'
import { Button } from '@/ui/button'
import { TextField } from '@/ui/field'
import { numberText } from './draft'
import { constantFault } from './faults'
import type { Tuning } from './use-tuning'

/** The numbers of a rule that a site can set, each with its default and its bounds. */
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
  if (tunable.length === 0) return <p className="text-ink-2">{title} has no number that a site can set.</p>
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
  const set = (next: string) =>
    change({ parameters: { ...values.parameters, [type]: { ...values.parameters[type], [name]: next } } })
  return (
    <div className="flex items-end gap-2">
      <TextField
        className="min-w-0 flex-1"
        label={title}
        inputMode="decimal"
        autoComplete="off"
        placeholder={num(value)}
        hint={`Usually ${quantity(value, unit)}; ${bounds(least, most)}`}
        error={constantFault(constant, text)}
        value={text}
        onChange={set}
      />
      {text !== '' && (
        <Button variant="ghost" className="mb-5" aria-label={`Reset ${title}`} onClick={() => set('')}>
          Reset
        </Button>
      )}
    </div>
  )
}

/** "50 impressions", "10 %" */
export const quantity = (value: number, unit: string) =>
  unit === '' ? number(value) : `${number(value)} ${unit === 'percent' ? '%' : unit}`

const bounds = (least: number | null, most: number | null) =>
  least !== null && most !== null ? `from ${number(least)} to ${number(most)}` : ''

/** Small numbers keep their digits. */
const number = (value: number) => (Math.abs(value) < 1 && value !== 0 ? String(value) : num(value))
