import type { ReportSettings } from '@/api/reports'

/** The settings in the form. */
export type Report = Omit<ReportSettings, 'siteId' | 'clientId' | 'insights'>

/** Errors by field. */
export type ReportErrors = Partial<Record<keyof Report | 'insights' | 'expirationDays' | 'password', string>>

/** The initial settings. */
export const initialReport: Report = {
  title: 'SEO & Ads Performance Report',
  dateRange: 'last-30-days',
  includeKPIs: true,
  includeInsights: true,
  includeRecommendations: true,
  notes: '',
}

/** The date ranges to choose from. */
export const dateRanges = [
  { value: 'last-7-days', label: 'Last 7 days' },
  { value: 'last-30-days', label: 'Last 30 days' },
  { value: 'last-90-days', label: 'Last 90 days' },
  { value: 'last-6-months', label: 'Last 6 months' },
  { value: 'last-12-months', label: 'Last 12 months' },
] as const

/** The optional sections. */
export const sections = [
  {
    name: 'includeKPIs',
    label: 'KPIs',
    description: 'Clicks, sessions, conversions, revenue and spend, with trends',
  },
  { name: 'includeInsights', label: 'Insights', description: 'The top opportunities and the value of each' },
  { name: 'includeRecommendations', label: 'Recommendations', description: 'Steps for each opportunity' },
] as const

/** The lifetimes of a link, in days. */
export const lifetimes = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
] as const
