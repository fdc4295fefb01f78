import { createServer, type Plugin, type ViteDevServer } from 'vite'

/** The pages: the static landing page of signed-out visitors, and the app. */
const landingPage = 'index.html'
const appPage = 'app.html'

/** Prerenders the landing page into index.html; a build inlines its CSS and removes its scripts. */
export function landing(): Plugin {
  return {
    name: 'upslope:landing',
    enforce: 'post',
    configureServer(server) {
      // In development every address is the app; the landing page is at /index.html.
      server.middlewares.use((request, _response, next) => {
        const path = request.url?.split('?')[0] ?? ''
        if (request.headers.accept?.includes('text/html') && !path.includes('.')) request.url = `/${appPage}`
        next()
      })
    },
    transformIndexHtml: {
      order: 'pre',
      async handler(html, { path, server }) {
        return path === `/${landingPage}` ? html.replace('<!--landing-->', await render(server)) : html
      },
    },
    generateBundle(_options, bundle) {
      const font = Object.keys(bundle).find((file) => /geist-latin-wght-normal.*\.woff2$/.test(file))
      const preload = font
        ? `<link rel="preload" href="/${font}" as="font" type="font/woff2" crossorigin />`
        : ''
      for (const name of [landingPage, appPage]) {
        const page = bundle[name]
        if (page?.type !== 'asset') continue
        let html = String(page.source).replace('</title>', `</title>\n    ${preload}`)
        if (name === landingPage) {
          html = html.replace(/<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/, (_link, file: string) => {
            const css = bundle[file]
            if (css?.type !== 'asset') throw new Error(`The landing page's ${file} was not built.`)
            delete bundle[file]
            return `<style>${String(css.source).trim()}</style>`
          })
          html = html.replaceAll(
            /\s*<script type="module"[^>]*><\/script>|\s*<link rel="modulepreload"[^>]*>/g,
            '',
          )
        }
        page.source = html
      }
    },
  }
}

async function render(running: ViteDevServer | undefined) {
  const server =
    running ??
    (await createServer({
      server: { middlewareMode: true, ws: false, watch: null },
      appType: 'custom',
      logLevel: 'error',
    }))
  try {
    const module = await server.ssrLoadModule('/src/landing/prerender.tsx')
    return (module as { renderLanding: () => string }).renderLanding()
  } finally {
    if (running === undefined) await server.close()
  }
}
