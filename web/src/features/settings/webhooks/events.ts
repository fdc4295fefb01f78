/** The events that people choose from, in groups: what each tells of, and its kinds in the API. */
export const eventGroups = [
  { value: 'found', label: 'New opportunities', events: ['insight.found', 'insight.reopened'] },
  { value: 'alerts', label: 'Alerts', events: ['alert.opened', 'alert.resolved'] },
  {
    value: 'work',
    label: 'Work on opportunities',
    events: ['insight.done', 'insight.in_progress', 'insight.dismissed', 'insight.gone', 'insight.open'],
  },
  {
    value: 'people',
    label: 'Assignments and comments',
    events: ['insight.assigned', 'insight.commented'],
  },
  { value: 'crawls', label: 'Crawls', events: ['crawl.imported', 'crawl.deleted'] },
  { value: 'pages', label: 'Page changes', events: ['page.changed'] },
  {
    value: 'connections',
    label: 'Broken and new connections',
    events: ['integration.failed', 'integration.connected', 'integration.disconnected'],
  },
  { value: 'reports', label: 'Reports sent by email', events: ['report.sent', 'report.failed'] },
] as const

/** The groups of a webhook's events, in words. */
export const groupsText = (events: readonly string[]) =>
  eventGroups
    .filter((group) => group.events.some((event) => events.includes(event)))
    .map(({ label }) => label)
    .join(', ') || events.join(', ')
