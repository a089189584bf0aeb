import '@fontsource-variable/newsreader/wght.css'
import '@fontsource-variable/instrument-sans/wght.css'
import './ui/fonts.css'
import './ui/tokens.css'
import './ui/base.css'
import { createRoot } from 'react-dom/client'
import { firstRequests } from './startup/first.ts'
import { startApp } from './startup/startApp.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

startApp(firstRequests).then(
  (content) => createRoot(root).render(content),
  (error: unknown) => {
    document.getElementById('startup-failure')?.removeAttribute('hidden')
    throw error
  },
)
