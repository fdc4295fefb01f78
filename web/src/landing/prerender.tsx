import { renderToStaticMarkup } from 'react-dom/server'
import { Landing } from './landing'

/** The landing page as HTML. */
export const renderLanding = () => renderToStaticMarkup(<Landing />)
