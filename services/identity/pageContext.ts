import type { Assets } from './assets.ts'
import type { SignInClient } from './clients.ts'
import { chooseLocale } from './messages.ts'
import type { PageContext } from './pages/layout.ts'
import type { Site } from './site.ts'

/** The request data that determine the brand and language of a page. */
export interface PageRequest {
  /** The site that sent the visitor. Undefined: use the first brand. */
  readonly clientId: string | undefined
  readonly uiLocales: string | undefined
  readonly acceptLanguage: string | undefined
}

export type PageContextFor = (request: PageRequest) => Promise<PageContext>

/** Finds the brand and the language for a page. */
export function createPageContexts(site: Site, clients: readonly SignInClient[], assets: Assets): PageContextFor {
  return async (request) => {
    const client = clients.find((candidate) => candidate.clientId === request.clientId) ?? clients[0]
    if (!client) throw new Error('No sign-in client is configured.')
    const brand = await site.brand(client.origin)
    const locale = chooseLocale(brand, request)
    return { brand, messages: await site.messages(locale), homeUrl: `${client.origin}/`, assets }
  }
}
