import { useEffect } from 'react'
import { useSession } from '../app/sessionContext.ts'

/** Sets the document's title. */
export function usePageTitle(title: string): void {
  const { config } = useSession()
  useEffect(() => {
    document.title = `${title} – ${config.name}`
  }, [title, config.name])
}
