/** The addresses of the analysis tables, which change when something was read of a provider. */
export const tableAddresses = ['/api/seo', '/api/ads', '/api/technical/pagespeed']

/** The addresses that change when a connection does, or what was read through it. */
export const integrationAddresses = ['/api/integrations?', '/api/integrations/pagespeed', '/api/sites/']

/** The addresses that change when an insight does: the lists, what is planned of them, and the sites side by side. */
export const insightAddresses = ['/api/insights', '/api/plan', '/api/portfolio']
