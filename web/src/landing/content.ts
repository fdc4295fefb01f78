import type { IconName } from '@/ui/icons'

type Point = { icon: IconName; title: string; text: string }

/** How it works, in order. */
export const steps: readonly Point[] = [
  {
    icon: 'link',
    title: 'Connect Your Data',
    text: 'Connect Google Analytics, Search Console and Google Ads with read-only access, or drop in a crawler export.',
  },
  {
    icon: 'target',
    title: 'See Ranked Opportunities',
    text: 'Every finding is scored by impact, effort and confidence. The most valuable fix is always on top.',
  },
  {
    icon: 'check',
    title: 'Fix with Step-by-Step Actions',
    text: 'Each opportunity lists the steps in order and the pages and numbers behind them.',
  },
]

/** What the product does. */
export const features: readonly Point[] = [
  {
    icon: 'search',
    title: 'SEO Intelligence',
    text: 'Striking-distance queries, competing pages and decaying content.',
  },
  {
    icon: 'ads',
    title: 'Ads Optimization',
    text: 'Wasted spend, rising CPCs and search terms that deserve their own page.',
  },
  {
    icon: 'gauge',
    title: 'Performance Tracking',
    text: 'Sessions, conversions, ad spend and page speed compared with the previous period, in one place.',
  },
  {
    icon: 'layers',
    title: 'Smart Prioritization',
    text: 'One list across search, ads and technical findings, sorted by value.',
  },
  {
    icon: 'spark',
    title: 'Automated Insights',
    text: 'New opportunities every morning, without digging.',
  },
  {
    icon: 'shield',
    title: 'Enterprise Security',
    text: 'Credentials are encrypted, connections are read-only, and your data stays in your account.',
  },
]

/** What the trial promises. */
export const promises = ['14-day free trial', 'No credit card', 'Cancel anytime', 'No setup fees'] as const

/** What is read from each source, and what never happens there. */
export const access = [
  {
    source: 'Search Console',
    reads: 'Queries, pages, clicks, impressions and positions of up to 16 months.',
    never: 'Scope webmasters.readonly: no sitemaps, no removals.',
  },
  {
    source: 'Google Analytics',
    reads: 'Sessions, conversions and revenue of landing pages.',
    never: 'Scope analytics.readonly: no settings, no events.',
  },
  {
    source: 'Google Ads',
    reads: 'Campaigns, keywords, search terms and their cost.',
    never:
      'Only searches are sent. Bids, budgets and campaigns stay as they are; changes are a file for Ads Editor.',
  },
  {
    source: 'Your website',
    reads: 'Public pages, as robots.txt allows, or the export of your crawler.',
    never: 'No forms, no sign-in, no changes.',
  },
] as const
