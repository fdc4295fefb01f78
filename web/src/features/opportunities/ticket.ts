import type { Insight } from '@/api/insights'
import {
  entityName,
  evidenceText,
  fieldName,
  level,
  stepsOf,
  valueRange,
  valueUnknownReason,
} from '@/lib/insight'

/** The opportunity as a Markdown ticket: what, where, what it is worth, the steps to tick off, and the evidence. */
export function ticket(insight: Insight, url: string) {
  const worth = insight.value ? `${valueRange(insight.value)} per month` : `unknown. ${valueUnknownReason}`
  return [
    `# ${insight.title}`,
    insight.summary,
    [
      `- **Where:** ${entityName(insight) ?? 'the whole site'}`,
      `- **Worth:** ${worth}`,
      `- **Impact:** ${level(insight.impact)}, **effort:** ${level(insight.effort)}, **confidence:** ${insight.confidence}%`,
    ].join('\n'),
    list(
      'Steps',
      stepsOf(insight.instructions).map((step) => `- [ ] ${step}`),
    ),
    list(
      'Evidence',
      Object.entries(insight.evidence).map(
        ([name, value]) => `- ${fieldName(name)}: ${evidenceText(name, value)}`,
      ),
    ),
    `[Open in Upslope](${url})`,
  ]
    .filter(Boolean)
    .join('\n\n')
}

const list = (title: string, lines: string[]) => lines.length > 0 && `## ${title}\n${lines.join('\n')}`
