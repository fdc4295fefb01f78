import type { RuleConstant } from '@/api/rules'
import { numberOf, type Draft } from './draft'
import { boundText } from './quantity'

/** Errors by the server's field names. */
export type FieldErrors = Partial<Record<string, string>>

/** Validates a draft before it is sent, in the server's words where it has some. */
export function validateDraft(draft: Draft): FieldErrors {
  const errors: FieldErrors = {}
  for (const field of ['conversionValue', 'targetCpa'] as const) {
    const value = numberOf(draft[field] ?? '')
    if (value !== null && !(value > 0 && value < 1e9))
      errors[field] = 'Enter a number above 0 and below 1,000,000,000.'
  }
  const path = draft.excludedPaths?.find((item) => !item.startsWith('/'))
  if (path !== undefined)
    errors['excludedPaths'] = `The path “${path}” must start with /. Leave out the domain.`
  const texts = Object.values(draft.parameters ?? {}).flatMap((constants) => Object.values(constants))
  if (texts.some((text) => Number.isNaN(numberOf(text))))
    errors['parameters'] = 'One of the values is not a number.'
  return errors
}

/** The error in the text of a parameter. */
export function constantError({ least, most, unit }: RuleConstant, text: string): string | undefined {
  const value = numberOf(text)
  if (value === null) return undefined
  if (Number.isNaN(value)) return 'Enter a number.'
  if (least === null || most === null || (value >= least && value <= most)) return undefined
  return `Choose a number between ${boundText(least, unit)} and ${boundText(most, unit)}.`
}
