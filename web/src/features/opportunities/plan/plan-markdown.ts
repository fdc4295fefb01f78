import type { Plan } from '@/api/portfolio'
import { hoursText, num, upToHundredths } from '@/lib/format'
import { amountOf, valuesWithRange } from '@/lib/insight'
import { tasksOf } from '@/lib/tasks'

/** A plan as a Markdown checklist, for a tracker or a note. */
export function planMarkdown(plan: Plan, subject: string, nameOf: (siteId: string) => string) {
  const hasSeveralSites = new Set(plan.items.map((item) => item.insight.siteId)).size > 1
  const line = ({ insight, hours, expected }: Plan['items'][number]) => {
    const valueText = expected ? `about ${amountOf(expected, expected.mid)} a month expected` : 'not yet valued'
    const site = hasSeveralSites ? `${escapeMarkdown(nameOf(insight.siteId))}: ` : ''
    return `- [ ] ${site}${escapeMarkdown(insight.title)} (${hoursText(hours)}, ${valueText})`
  }
  const items = tasksOf(plan.items, ({ insight }) => insight).flatMap(({ lead, followers }) =>
    [line(lead)].concat(followers.map((item) => `  ${line(item)}`)),
  )
  const expectedText =
    plan.values.length > 0 && `Expected value: about ${valuesWithRange(plan.values)} a month.`
  return [
    `# ${num(plan.hours)} hours for ${escapeMarkdown(subject)}`,
    expectedText,
    items.join('\n'),
    `${upToHundredths(plan.used)} of ${hoursText(plan.hours)} used; ${num(plan.leftOut)} left for later. ${plan.assumes}`.trim(),
  ]
    .filter(Boolean)
    .join('\n\n')
    .concat('\n')
}

/** Escapes Markdown: a page's address or a query may contain its characters. */
const escapeMarkdown = (text: string) => text.replaceAll(/[\\`*_[\]<>#|]/g, String.raw`\$&`)
