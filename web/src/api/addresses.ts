/** The addresses that change when a connection does, or what was read through it. */
export const integrationAddresses = ['/api/integrations?', '/api/integrations/pagespeed', '/api/sites/']
