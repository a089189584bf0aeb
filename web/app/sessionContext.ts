import { createContext, use } from 'react'
import type { Session } from './Session.ts'

export const SessionContext = createContext<Session | null>(null)

/** The session of the page: its configuration, sign-in, Relay environment and texts. */
export function useSession(): Session {
  const session = use(SessionContext)
  if (!session) throw new Error('useSession is used outside of SessionContext')
  return session
}
