import type { Assets } from './assets.ts'
import type { SignInClient } from './clients.ts'
import { chooseLocale, createMessages } from './messages.ts'
import type { Look } from './pages/layout.ts'
import type { Site } from './site.ts'

/** Which page is wanted: whose, and in which language. */
export interface LookWishes {
  /** The site that sent us the visitor; without one the page is the first brand's. */
  readonly clientId: string | undefined
  readonly uiLocales: string | undefined
  readonly acceptLanguage: string | undefined
}

export type LookFor = (wishes: LookWishes) => Promise<Look>

/** Finds the brand and the language of a page. */
export function createLooks(site: Site, clients: readonly SignInClient[], assets: Assets): LookFor {
  return async (wishes) => {
    const client = clients.find((candidate) => candidate.clientId === wishes.clientId) ?? clients[0]
    if (!client) throw new Error('There is no client to sign in to.')
    const brand = await site.brand(client.origin)
    const locale = chooseLocale(brand, wishes)
    const messages = createMessages(locale, await site.catalogue(locale))
    return { brand, messages, homeUrl: `${client.origin}/`, assets }
  }
}
