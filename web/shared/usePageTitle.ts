import { useEffect } from 'react'
import { useApp } from '../app/appContext.ts'

/** Names the document after the page that is shown. */
export function usePageTitle(title: string): void {
  const { config } = useApp()
  useEffect(() => {
    document.title = `${title} – ${config.name}`
  }, [title, config.name])
}
