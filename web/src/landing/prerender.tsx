import { renderToStaticMarkup } from 'react-dom/server'
import { Landing } from './landing'
import { Privacy, Terms } from './legal'

/** The landing page as HTML. */
export const renderLanding = () => renderToStaticMarkup(<Landing />)

/** The other static pages as HTML, by the name of their file. */
export const renderOthers = () => ({
  terms: { title: 'Terms', html: renderToStaticMarkup(<Terms />) },
  privacy: { title: 'Privacy', html: renderToStaticMarkup(<Privacy />) },
})
