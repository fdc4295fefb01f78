import { plans as sold } from '@/api/plans.gen'

/** The plans for sale and their prices in US dollars a month, as in the server's table. */
export const plans: readonly { id: string; name: string; price: number }[] = sold

/** The texts of a plan's card; its price comes from the server. */
export const planTexts: Record<string, { line: string; features: readonly string[] }> = {
  seo: {
    line: 'More from search',
    features: [
      'Search Console integration',
      'Keyword opportunity detection',
      'Technical SEO analysis',
      'Content decay monitoring',
      'Internal link suggestions',
      'PageSpeed insights',
      'Unlimited reports',
    ],
  },
  ads: {
    line: 'Less wasted ad spend',
    features: [
      'Google Ads integration',
      'Wasted spend detection',
      'Keyword bid optimization',
      'Campaign performance tracking',
      'Search term mining',
      'Cross-channel insights',
      'ROI analysis',
    ],
  },
  both: {
    line: 'Search and ads together',
    features: [
      'All SEO and Ads features',
      'Cross-channel opportunity detection',
      'Advanced competitor analysis',
      'Team members with roles, and clients',
      'Priority support',
      'Custom integrations',
    ],
  },
}

/** The plan marked as most popular. */
export const mostPopular = 'both'

/** Included in every plan. */
export const included = [
  {
    title: 'Actionable Insights',
    text: 'One ranked list of what to fix next, with the monthly value and the steps.',
  },
  {
    title: 'Automated Monitoring',
    text: 'Your sources sync daily, and opportunities are re-ranked automatically.',
  },
  {
    title: 'Enterprise Security',
    text: 'Read-only connections, encrypted credentials, and deleted data is erased.',
  },
]

/** Frequently asked questions. */
export const questions = [
  {
    question: 'How does the free trial work?',
    answer:
      'Use every feature for 14 days, no card required. If you choose a plan earlier, your remaining days stay free. After the trial your data stays readable; syncing resumes when you subscribe.',
  },
  {
    question: 'Can I change my plan?',
    answer:
      'Yes, at any time. The new plan starts with your next billing cycle. Cancel in the billing portal; your plan then runs to the end of the paid month.',
  },
  {
    question: 'Which integrations are supported?',
    answer:
      'Google Analytics 4, Google Search Console, Google Ads, Bing Webmaster Tools, Semrush, PageSpeed Insights, and CSV exports from Screaming Frog, Sitebulb and other crawlers.',
  },
]
