/** The row of a table that a panel looks into. Its kinds are those of the contract. */
export type Subject =
  | { kind: 'query'; query: string }
  | { kind: 'page'; page: string }
  | { kind: 'campaign'; campaignId: string }
  | { kind: 'ad-group'; campaignId: string; adGroupId: string }
  | { kind: 'keyword'; campaignId: string; adGroupId: string; criterionId: string }
  | { kind: 'search-term'; campaignId: string; adGroupId: string; term: string }

/** What people call each kind. */
export const subjectNames: Record<Subject['kind'], string> = {
  query: 'Query',
  page: 'Page',
  campaign: 'Campaign',
  'ad-group': 'Ad group',
  keyword: 'Keyword',
  'search-term': 'Search term',
}

/** The fields of each kind, in the order of its address; the last may contain anything. */
const fields: Record<Subject['kind'], readonly string[]> = {
  query: ['query'],
  page: ['page'],
  campaign: ['campaignId'],
  'ad-group': ['campaignId', 'adGroupId'],
  keyword: ['campaignId', 'adGroupId', 'criterionId'],
  'search-term': ['campaignId', 'adGroupId', 'term'],
}

/** The fields of a subject, as query parameters. */
export function subjectFields({ kind, ...values }: Subject): Record<string, string> {
  // An ID that is not known stands for all of them.
  return Object.fromEntries(
    Object.entries(values as Record<string, string>).filter(
      ([name, value]) => fields[kind].includes(name) && value !== '',
    ),
  )
}

/** A subject in a URL: "query~tents", "ad-group~12~34". */
export const subjectText = (subject: Subject) =>
  [subject.kind, ...fields[subject.kind].map((name) => (subject as Record<string, string>)[name] ?? '')].join(
    '~',
  )

/** The inverse; null for anything else. */
export function subjectOf(text: string): Subject | null {
  const [kind = '', ...rest] = text.split('~')
  const names = fields[kind as Subject['kind']] as readonly string[] | undefined
  if (!names || rest.length < names.length) return null
  const values = [...rest.slice(0, names.length - 1), rest.slice(names.length - 1).join('~')]
  if (values.at(-1) === '') return null
  return { kind, ...Object.fromEntries(names.map((name, i) => [name, values[i]])) } as Subject
}
