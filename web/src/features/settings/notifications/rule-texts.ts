import type { AlertRule } from '@/api/settings/notifications'
import { num } from '@/lib/format'

type Texts = { title: string; about?: string; threshold?: { label: string; unit: string } }

const metric = (title: string): Texts => ({ title, threshold: { label: 'Smallest change, in %', unit: '%' } })

/** What each rule watches, in words; threshold names its number. */
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
    about: 'One that is worth at least this much, in the site’s currency',
    threshold: { label: 'Smallest value a month', unit: 'a month' },
  },
  crawl: {
    title: 'Crawl got worse',
    about: 'A crawl found more serious issues than the one before',
    threshold: { label: 'Smallest number of new issues', unit: 'new issues' },
  },
  forecast: { title: 'Forecast met', about: 'A finished opportunity brought what was expected' },
}

/** The rules by what they are about: what broke comes first. */
export const ruleGroups: readonly { title: string; about?: string; rules: readonly AlertRule['rule'][] }[] = [
  { title: 'Something broke', rules: ['connection', 'page', 'crawl'] },
  {
    title: 'A figure changed',
    about: 'Well below or above what the weekday and the season suggest',
    rules: ['clicks', 'sessions', 'conversions', 'revenue', 'spend'],
  },
  { title: 'Something to gain', rules: ['opportunity', 'forecast'] },
]

/** The size a rule starts at, as in "from 20%". */
export function thresholdText({ percent, value }: AlertRule) {
  if (percent !== null) return `from ${num(percent)}%`
  return value === null ? 'on' : `from ${num(value)}`
}
