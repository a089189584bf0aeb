import { createContext, use } from 'react'
import type { Environment } from 'relay-runtime'
import type { SignIn } from '../auth/SignIn.ts'
import type { PublicConfig } from './publicConfig.ts'

/** What is made once at start and lives as long as the page. */
export interface App {
  readonly config: PublicConfig
  readonly signIn: SignIn
  readonly environment: Environment
  readonly locale: string
}

export const AppContext = createContext<App | null>(null)

/** What is made once at start: the host's configuration, the sign-in, Relay's environment. */
export function useApp(): App {
  const app = use(AppContext)
  if (!app) throw new Error('useApp is used outside of AppContext')
  return app
}
