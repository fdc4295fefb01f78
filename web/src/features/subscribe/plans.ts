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
    line: 'Less wasted on ads',
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
      'Team collaboration tools',
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
    text: 'One ranked list of what to fix next, what it is worth a month, and the steps.',
  },
  {
    title: 'Automated Monitoring',
    text: 'Your sources are read every day, and what changed is ranked again by itself.',
  },
  {
    title: 'Enterprise Security',
    text: 'Connections only read. Credentials are encrypted, and what you delete is erased.',
  },
]

/** Frequently asked questions. */
export const questions = [
  {
    question: 'How does the free trial work?',
    answer:
      'You use everything for 14 days and give no card. When you choose a plan earlier, the days that are left stay free. After the trial all you have stays readable; sources are read again once you have a plan.',
  },
  {
    question: 'Can I change my plan?',
    answer:
      'Yes, at any time. Another plan begins with your next billing cycle; until then you keep the one you paid for. You cancel in the billing portal, and the plan then runs to the end of the month that is paid.',
  },
  {
    question: 'Which integrations are supported?',
    answer:
      'Google Analytics 4, Google Search Console, Google Ads, Semrush, PageSpeed Insights, and the CSV exports of Screaming Frog, Sitebulb and other crawlers.',
  },
]
