/** A pattern for module ids below src, with either path separator. */
const inSrc = (paths: string) => new RegExp(`web/src/(${paths})`.replaceAll('/', String.raw`[\\/]`))

/**
 * Small modules shared by screens, grouped by their users: one request per group, and little that a screen
 * does not use. The bundler splits the rest. test/budget.test.ts holds the sizes.
 */
export const chunkGroups = [
  // React changes less often than our code: in a file of its own it stays cached over releases.
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 10 },
  // The shell without its entry and styles, which the two pages do not share.
  { name: 'shell', test: /^(?!.*(\.css|\.html|main\.tsx)).*$/, tags: ['$initial' as const], priority: 9 },
  {
    name: 'forms',
    test: inSrc('ui/forms/(select|field|search-field|checkbox)|ui/google-mark'),
    priority: 8,
    minShareCount: 2,
  },
  {
    name: 'common',
    test: inSrc(
      'lib/(use-busy|use-url-state|csv|clipboard|locale)|api/(billing|integrations|portfolio|core/jobs)|start/site-crawls|ui/(card|notice|plan-notice)',
    ),
    priority: 7,
    minShareCount: 2,
  },
  {
    name: 'lists',
    test: inSrc(
      'lib/(use-debounced|web-address|thresholds)|api/technical|ui/(table|outside-link|download-link|forms/segmented)',
    ),
    priority: 5,
    minShareCount: 2,
  },
  {
    name: 'insights',
    test: inSrc(
      'lib/(insight|tasks|calendar|use-job|rule-address)|api/(site-query|insights|demo|kpis|undo)[.]|start/use-start|ui/(type-icon|job-status|badges/)',
    ),
    priority: 4,
    minShareCount: 2,
  },
  { name: 'tables', test: inSrc('tables/(?!analysis-screen)|api/tables'), priority: 3, minShareCount: 2 },
  {
    name: 'charts',
    test: inSrc('ui/charts/(line-chart|chart-|use-width|sparkline)|api/changes|lib/(changes|metric)'),
    priority: 2,
    minShareCount: 2,
  },
]
