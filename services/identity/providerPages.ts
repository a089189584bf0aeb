import { errors, type KoaContextWithOIDC } from 'oidc-provider'
import type { Logger } from 'pino'
import type { LookFor } from './looks.ts'
import { errorPage, type PageError } from './pages/errorPage.ts'
import type { Html } from './pages/html.ts'
import type { Look } from './pages/layout.ts'
import { signedOutPage, signOutPage } from './pages/signOutPage.ts'
import type { ProviderPages } from './provider.ts'

/** The provider's own pages, with the look of the brand that sent the visitor. */
export function createProviderPages(lookFor: LookFor, log: Logger): ProviderPages {
  return {
    async signOut(context, form) {
      endOnOwnPage(context)
      show(context, signOutPage(await lookOf(lookFor, context), form, isFromOwnSite(context)))
    },
    async signedOut(context) {
      show(context, signedOutPage(await lookOf(lookFor, context)))
    },
    async error(context, error) {
      const reference = context.get('x-correlation-id')
      const kind = kindOf(error)
      if (kind !== 'unavailable') log.info({ error: error.message, reference }, 'a sign-in request was refused')
      try {
        show(context, errorPage(await lookOf(lookFor, context), kind, reference))
      } catch (failure) {
        log.error({ err: failure, reference }, 'an error page could not be made')
        context.status = 503
        context.body = { error: 'temporarily_unavailable' }
      }
    },
    async nothingHere(context) {
      const acceptLanguage = context.get('accept-language')
      const look = await lookFor({ clientId: undefined, uiLocales: undefined, acceptLanguage })
      context.body = errorPage(look, 'request', context.get('x-correlation-id')).toString()
      context.status = 404
      context.type = 'html'
    },
  }
}

/** A sign-out that leads nowhere ends on our page, in the look of the site that asked for it. */
function endOnOwnPage({ oidc }: KoaContextWithOIDC): void {
  const { client, session } = oidc
  if (!client || !session?.state || session.state['postLogoutRedirectUri'] !== undefined) return
  const query = new URLSearchParams({ client_id: client.clientId })
  session.state['postLogoutRedirectUri'] = `${oidc.urlFor('end_session_success')}?${query.toString()}`
}

/**
 * Whether the one who asks to sign out holds an identity token of the very account that is signed in. Another
 * site has none, so that it cannot sign anybody out without being asked.
 */
function isFromOwnSite(context: KoaContextWithOIDC): boolean {
  const hint: unknown = context.oidc.entities.IdTokenHint?.payload.sub
  return hint !== undefined && hint === context.oidc.session?.accountId
}

async function lookOf(lookFor: LookFor, context: KoaContextWithOIDC): Promise<Look> {
  const asked: unknown = context.oidc?.params?.ui_locales
  return lookFor({
    clientId: context.oidc?.client?.clientId,
    uiLocales: typeof asked === 'string' ? asked : undefined,
    acceptLanguage: context.get('accept-language'),
  })
}

function kindOf(error: Error): PageError {
  if (error instanceof errors.SessionNotFound) return 'expired'
  return error instanceof errors.OIDCProviderError && error.statusCode < 500 ? 'request' : 'unavailable'
}

function show(context: KoaContextWithOIDC, page: Html): void {
  context.type = 'html'
  context.set('cache-control', 'no-store')
  context.body = page.toString()
}
