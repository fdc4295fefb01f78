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
    text: 'Every finding is scored by impact, effort and confidence. The one worth most of your time is at the top.',
  },
  {
    icon: 'check',
    title: 'Fix with Step-by-Step Actions',
    text: 'Each opportunity says what to do, in order, and shows the pages and numbers that it comes from.',
  },
]

/** What the product does. */
export const features: readonly Point[] = [
  {
    icon: 'search',
    title: 'SEO Intelligence',
    text: 'Queries on the edge of page one, pages that compete with each other, content that loses ground.',
  },
  {
    icon: 'ads',
    title: 'Ads Optimization',
    text: 'Spend that brings nothing back, clicks that get dearer, search terms worth a page of their own.',
  },
  {
    icon: 'gauge',
    title: 'Performance Tracking',
    text: 'Sessions, conversions, ad spend and page speed against the period before, in one place.',
  },
  {
    icon: 'layers',
    title: 'Smart Prioritization',
    text: 'One list across search, ads and technical findings, sorted by what each is worth.',
  },
  {
    icon: 'spark',
    title: 'Automated Insights',
    text: 'A daily refresh looks for new opportunities, so that you do not have to dig for them.',
  },
  {
    icon: 'shield',
    title: 'Enterprise Security',
    text: 'Credentials are encrypted, connections are read-only, and your data stays in your account.',
  },
]

/** What the trial promises. */
export const promises = ['14-day free trial', 'No credit card', 'Cancel anytime', 'No setup fees'] as const
