import './app.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { arrive } from '@/api/settings/arrive'
import { App } from './app'

arrive()
const root = document.getElementById('root')
if (root === null) throw new Error('app.html has no #root.')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
