import { createMessageCatalogues } from '../platform/messageCatalogues.ts'
import type { Platform } from '../platform/platform.ts'
import type { Assets } from './assets.ts'
import { findSignInClient, siteClients } from './clients.ts'
import { chooseLocale } from '../platform/messages.ts'
import { createPageMessages } from '../platform/pageMessages.ts'
import type { PageContext } from './pages/layout.ts'

/** The request data that determine the brand and language of a page. */
export interface PageRequest {
  /** The site that sent the visitor. Undefined: use the first brand. */
  readonly clientId: string | undefined
  readonly uiLocales: string | undefined
  readonly acceptLanguage: string | undefined
}

export type PageContextFor = (request: PageRequest) => Promise<PageContext>

/** Finds the brand and the language for a page. */
export function createPageContexts(
  platform: Pick<Platform, 'config' | 'brands' | 'clients'>,
  assets: Assets,
): PageContextFor {
  const readMessages = createPageMessages(createMessageCatalogues(platform.config.localesDir))
  return async (request) => {
    const client = findSignInClient(platform, request.clientId) ?? siteClients(platform)[0]
    const { brand } = client
    const locale = chooseLocale(brand, request)
    return {
      brand,
      messages: await readMessages(locale),
      homeUrl: `${client.registered ? brand.origin : client.origins[0]}/`,
      assets,
    }
  }
}
