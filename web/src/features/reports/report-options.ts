import type { ReportSettings } from '@/api/reports'

/** The parts of a report that the form asks for. */
export type Report = Omit<ReportSettings, 'siteId'>

/** What is wrong with which part. */
export type ReportErrors = Partial<Record<keyof Report | 'expirationDays' | 'password', string>>

/** The form as it begins. */
export const initialReport: Report = {
  title: 'SEO & Ads Performance Report',
  dateRange: 'last-30-days',
  includeKPIs: true,
  includeInsights: true,
  includeRecommendations: true,
  notes: '',
}

/** The date ranges there are. */
export const dateRanges = [
  { value: 'last-7-days', label: 'Last 7 days' },
  { value: 'last-30-days', label: 'Last 30 days' },
  { value: 'last-90-days', label: 'Last 90 days' },
  { value: 'last-6-months', label: 'Last 6 months' },
  { value: 'last-12-months', label: 'Last 12 months' },
] as const

/** The sections that can be left out. */
export const sections = [
  { name: 'includeKPIs', label: 'KPIs', says: 'Clicks, sessions, conversions, revenue and spend, with trends' },
  { name: 'includeInsights', label: 'Insights', says: 'The top opportunities and what each is worth' },
  { name: 'includeRecommendations', label: 'Recommendations', says: 'The steps of each' },
] as const

/** How many days a link can open, from now. */
export const lifetimes = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
] as const
