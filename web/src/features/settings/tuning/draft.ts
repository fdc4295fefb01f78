import { create } from 'zustand'
import type { SiteRules, SiteRulesEdit } from '@/api/rules'

/** Unsaved edits; absent fields are as saved. Numbers are texts until they are saved. */
export type Draft = {
  brandTerms?: string[]
  brandPattern?: string
  notBrand?: string[]
  conversionValue?: string
  targetCpa?: string
  excludedPaths?: string[]
  /** By type of insight, then by parameter. */
  parameters?: Record<string, Record<string, string>>
}

/** The rules with the draft applied; numbers are texts, an empty one is none. */
export type Edited = Required<Draft>

/** Drafts by site; they survive a visit to another screen. */
const useDrafts = create<Record<string, Draft>>()(() => ({}))

/** The draft of a site, with its setter and reset. */
export function useDraft(siteId: string) {
  const draft = useDrafts((drafts) => drafts[siteId]) ?? nothing
  return {
    draft,
    change: (changes: Draft) =>
      useDrafts.setState((drafts) => ({ [siteId]: { ...drafts[siteId], ...changes } })),
    discard: () => useDrafts.setState({ [siteId]: nothing }),
  }
}

const nothing: Draft = {}

/** Discards the drafts of all sites. */
export const forgetDrafts = () => useDrafts.setState({}, true)

/** The saved rules with the draft applied. */
export function applyDraft(rules: SiteRules, draft: Draft): Edited {
  return {
    brandTerms: draft.brandTerms ?? rules.brandTerms,
    brandPattern: draft.brandPattern ?? rules.brandPattern,
    notBrand: draft.notBrand ?? rules.notBrand,
    conversionValue: draft.conversionValue ?? numberText(rules.conversionValue),
    targetCpa: draft.targetCpa ?? numberText(rules.targetCpa),
    excludedPaths: draft.excludedPaths ?? rules.excludedPaths,
    parameters: draft.parameters ?? {},
  }
}

/** A number as text for a text box; empty for none. */
export const numberText = (value: number | null | undefined) => (value == null ? '' : String(value))

/** The number in a text box: null if empty, NaN if it is not a number. A decimal comma is accepted. */
export const numberOf = (text: string) => (text.trim() === '' ? null : Number(text.trim().replace(',', '.')))

/** The changes of the draft in the shape of the API; undefined if nothing differs from the saved rules. */
export function editOf(rules: SiteRules, draft: Draft): SiteRulesEdit | undefined {
  const edit: SiteRulesEdit = {}
  for (const list of ['brandTerms', 'notBrand', 'excludedPaths'] as const) {
    const now = draft[list]
    if (now && !sameTexts(now, rules[list])) edit[list] = now
  }
  for (const number of ['conversionValue', 'targetCpa'] as const) {
    const now = draft[number]
    if (now !== undefined && !Object.is(numberOf(now), rules[number])) edit[number] = numberOf(now)
  }
  if (draft.brandPattern !== undefined && draft.brandPattern.trim() !== rules.brandPattern)
    edit.brandPattern = draft.brandPattern.trim()
  const parameters = parametersOf(rules, draft)
  if (Object.keys(parameters).length > 0) edit.parameters = parameters
  return Object.keys(edit).length > 0 ? edit : undefined
}

function parametersOf(rules: SiteRules, draft: Draft) {
  const changed: NonNullable<SiteRulesEdit['parameters']> = {}
  for (const [type, texts] of Object.entries(draft.parameters ?? {}))
    for (const [name, text] of Object.entries(texts)) {
      const now = numberOf(text)
      if (!Object.is(now, rules.parameters[type]?.[name] ?? null)) (changed[type] ??= {})[name] = now
    }
  return changed
}

const sameTexts = (item: readonly string[], other: readonly string[]) =>
  item.length === other.length && item.every((text, i) => text === other[i])

/** The number of changes in an edit. */
export const countChanges = ({ parameters = {}, ...others }: SiteRulesEdit) =>
  Object.keys(others).length +
  Object.values(parameters).reduce((sum, constants) => sum + Object.keys(constants).length, 0)
