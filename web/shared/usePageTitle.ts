import { useEffect } from 'react'
import { useApp } from '../app/appContext.ts'

/** Sets the document's title. */
export function usePageTitle(title: string): void {
  const { config } = useApp()
  useEffect(() => {
    document.title = `${title} – ${config.name}`
  }, [title, config.name])
}
