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
        return path === `/${landingPage}`
          ? html.replace('<!--landing-->', await render(server, 'renderLanding'))
          : html
      },
    },
    async generateBundle(_options, bundle) {
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
      const page = bundle[landingPage]
      if (page?.type !== 'asset') return
      const html = String(page.source)
      const others = await render(undefined, 'renderOthers')
      for (const [file, { title, html: body }] of Object.entries(others))
        this.emitFile({ type: 'asset', fileName: `${file}.html`, source: withBody(html, title, body) })
      this.emitFile({ type: 'asset', fileName: 'without-demo.html', source: html.replaceAll(demoLink, '') })
    },
  }
}

type Pages = { renderLanding: string; renderOthers: Record<string, { title: string; html: string }> }

async function render<N extends keyof Pages>(running: ViteDevServer | undefined, name: N): Promise<Pages[N]> {
  const server =
    running ??
    (await createServer({
      server: { middlewareMode: true, ws: false, watch: null },
      appType: 'custom',
      logLevel: 'error',
    }))
  try {
    const module = await server.ssrLoadModule('/src/landing/prerender.tsx')
    return (module as { [Name in keyof Pages]: () => Pages[Name] })[name]()
  } finally {
    if (running === undefined) await server.close()
  }
}

/** Links to the demo, which an installation without one leaves out. */
const demoLink = /<a href="\/api\/demo"[^>]*>[^<]*<\/a>/g

/** A page that looks like another one, with its own title and text. */
const withBody = (page: string, title: string, body: string) =>
  page
    .replace(/<title>[^<]*<\/title>/, `<title>${title} · Upslope</title>`)
    .replace(/\s*<meta\s+name="description"[^>]*>/, '')
    .replace(/<body>[\s\S]*<\/body>/, () => `<body>${body}</body>`)
