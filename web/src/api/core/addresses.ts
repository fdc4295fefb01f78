/** Analysis tables: they change when a provider was synced. */
export const tableAddresses = ['/api/seo', '/api/ads', '/api/technical/pagespeed']

/** Connections: they change when one is edited or synced. */
export const integrationAddresses = ['/api/integrations?', '/api/integrations/pagespeed', '/api/sites/']

/** Insights: the lists, the plan made of them and the portfolio. */
export const insightAddresses = ['/api/insights', '/api/plan', '/api/portfolio']
