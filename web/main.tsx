import '@fontsource-variable/newsreader/wght.css'
import '@fontsource-variable/instrument-sans/wght.css'
import './ui/fonts.css'
import './ui/tokens.css'
import './ui/base.css'
import { createRoot } from 'react-dom/client'
import { firstRequests } from './startup/first.ts'
import { startApp } from './startup/startApp.tsx'
import { showStartFailure } from './startup/startFailure.ts'

firstRequests.loadPictures()

const element = document.getElementById('root')
if (!element) throw new Error('index.html has no #root')
const root = createRoot(element)

startApp(firstRequests, (page) => root.render(page)).then(
  (app) => {
    document.getElementById('startup-failure')?.remove()
    return root.render(app)
  },
  (error: unknown) => {
    showStartFailure()
    throw error
  },
)
