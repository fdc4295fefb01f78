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
  // The library of menus, most of which selects, tabs and dialogs need as well.
  {
    name: 'menus',
    test: /web[\\/]src[\\/]ui[\\/]overlays[\\/]menu|headlessui.*use-is-mounted/,
    priority: 8.5,
  },
  {
    name: 'forms',
    test: inSrc(
      'ui/forms/(select[.]|field|search-field|checkbox|site-filter|text-area)|api/settings/clients|lib/(tags|locale)|ui/google-mark',
    ),
    priority: 8,
    minShareCount: 2,
  },
  {
    name: 'common',
    test: inSrc(
      'lib/(interaction/(use-busy|clipboard)|use-url-state|csv|domain)|api/(billing|integrations|portfolio|core/jobs)|start/site-crawls|ui/(card|notice|plan-notice)|features/settings/tokens/copy-box',
    ),
    priority: 7,
    minShareCount: 2,
  },
  // Dialogs with what the library needs for them, which other controls share in part.
  {
    name: 'dialogs',
    test: /headlessui[^]*[\\/]dialog[\\/]|web[\\/]src[\\/]ui[\\/](overlays[\\/](dialog|confirm-dialog)|forms[\\/]check-list)/,
    priority: 6,
    minShareCount: 2,
  },
  {
    name: 'rows',
    test: /node_modules[\\/]@tanstack[\\/]|web[\\/]src[\\/]ui[\\/](list[\\/](?!list-menu)|table)/,
    priority: 6,
    minShareCount: 2,
  },
  {
    name: 'lists',
    test: inSrc(
      'lib/(interaction/use-steady|interaction/use-debounced|web-address)|tables/(use-columns)|api/settings/views|api/technical|ui/(table|list/list-menu|overlays/place|outside-link|page-link|download-link|forms/segmented)',
    ),
    priority: 5,
    minShareCount: 2,
  },
  {
    name: 'insights',
    test: inSrc(
      'lib/(insight|tasks|calendar|use-job|rule-address)|api/(site-query|insights|insight-changes|demo|kpis)[.]|start/use-start|ui/(type-icon|job-status|badges/)',
    ),
    priority: 4,
    minShareCount: 2,
  },
  {
    name: 'tables',
    test: inSrc(
      'tables/(?!analysis-screen|views-menu|columns-menu|use-columns|panel/(?!row|use|subject-link))|lib/(thresholds|subject|vitals)|api/tables',
    ),
    priority: 3,
    minShareCount: 2,
  },
  {
    name: 'charts',
    test: inSrc('ui/charts/(line-chart|chart-|use-width|sparkline)|api/changes|lib/(changes|metric)'),
    priority: 2,
    minShareCount: 2,
  },
  // What opens later is loaded by what it belongs to, not file by file.
  {
    name: 'list-tools',
    test: inSrc('features/opportunities/(list-controls|opportunities-csv)|tables/(views-menu|columns-menu)'),
    priority: 1,
  },
  {
    name: 'first-data',
    test: inSrc('features/opportunities/(connect-data|ranking-crawl|waiting|no-data)'),
    priority: 1,
  },
  {
    name: 'header',
    test: inSrc(
      'app/(drawer-panel|site-menu|site-search|user-menu-items|not-found|inbox/(inbox|alert-list))|api/traces/watch',
    ),
    priority: 1,
  },
  {
    name: 'upload',
    test: inSrc('features/technical/upload/(upload-(state|card|failed|progress|question)|drop-zone)'),
    priority: 1,
  },
  { name: 'uploaded', test: inSrc('features/technical/upload/upload-(imported|unmapped)'), priority: 1 },
  { name: 'palette', test: inSrc('app/palette/(palette[.]|commands|shortcuts-dialog)'), priority: 1 },
]
