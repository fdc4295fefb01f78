import type { AlertRule } from '@/api/settings/notifications'
import { num } from '@/lib/format'

type Texts = { title: string; about: string; threshold?: string }

const metric = (name: string): Texts => ({
  title: name,
  about: 'Well below or above what the weekday and the season suggest',
  threshold: 'Smallest change, in %',
})

/** What each rule watches, in words; threshold labels its number. */
export const ruleTexts: Record<AlertRule['rule'], Texts> = {
  clicks: metric('Clicks from search'),
  sessions: metric('Sessions'),
  conversions: metric('Conversions'),
  revenue: metric('Revenue'),
  spend: metric('Ad spend'),
  page: {
    title: 'Page dropped out of search',
    about: 'A page with steady clicks has had no impressions for three days',
  },
  connection: { title: 'Connection broken', about: 'A source can’t be read, such as after access was revoked' },
  opportunity: {
    title: 'New opportunity',
    about: 'An opportunity worth at least this much was found, in the site’s currency',
    threshold: 'Smallest value a month',
  },
  crawl: {
    title: 'Crawl got worse',
    about: 'A crawl found more serious issues than the one before',
    threshold: 'Smallest number of new issues',
  },
  forecast: { title: 'Forecast met', about: 'A finished opportunity brought what was expected' },
}

/** The size a rule starts at, as in "from 20%". */
export function thresholdText({ percent, value }: AlertRule) {
  if (percent !== null) return `from ${num(percent)}%`
  return value === null ? 'on' : `from ${num(value)}`
}
