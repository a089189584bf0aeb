import { errors, type KoaContextWithOIDC } from 'oidc-provider'
import type { Logger } from 'pino'
import { chosenOr } from '../platform/messages.ts'
import type { PageContextFor } from './pageContext.ts'
import { errorPage, type PageError } from './pages/errorPage.ts'
import type { Html } from '../platform/html.ts'
import type { PageContext } from './pages/layout.ts'
import { signedOutPage, signOutPage } from './pages/signOutPage.ts'
import type { ProviderPages } from './provider.ts'

/** The provider's own pages, in the design of the brand that sent the visitor. */
export function createProviderPages(pageContextFor: PageContextFor, log: Logger): ProviderPages {
  return {
    async signOut(context, form) {
      endOnOwnPage(context)
      show(context, signOutPage(await pageContextOf(pageContextFor, context), form, isFromOwnSite(context)))
    },
    async signedOut(context) {
      show(context, signedOutPage(await pageContextOf(pageContextFor, context)))
    },
    async error(context, error) {
      const reference = context.get('x-correlation-id')
      const kind = kindOf(error)
      if (kind !== 'unavailable') log.info({ error: error.message, reference }, 'a sign-in request was refused')
      try {
        const reason = kind === 'request' ? reasonOf(error) : undefined
        show(context, errorPage(await pageContextOf(pageContextFor, context), kind, reference, reason))
      } catch (failure) {
        log.error({ err: failure, reference }, 'an error page could not be rendered')
        context.status = 503
        context.body = { error: 'temporarily_unavailable' }
      }
    },
    async nothingHere(context) {
      const acceptLanguage = context.get('accept-language')
      const pageContext = await pageContextFor({ clientId: undefined, uiLocales: undefined, acceptLanguage })
      context.body = errorPage(pageContext, 'request', context.get('x-correlation-id')).toString()
      context.status = 404
      context.type = 'html'
    },
  }
}

/** A sign-out without a target ends on our page, in the design of the site that requested it. */
function endOnOwnPage({ oidc }: KoaContextWithOIDC): void {
  const { client, session } = oidc
  if (!client || !session?.state || session.state['postLogoutRedirectUri'] !== undefined) return
  const query = new URLSearchParams({ client_id: client.clientId })
  session.state['postLogoutRedirectUri'] = `${oidc.urlFor('end_session_success')}?${query.toString()}`
}

/**
 * True if the request to sign out holds an identity token of the account that is signed in. Other sites do not have
 * one, so they cannot sign a visitor out without the visitor's confirmation.
 */
function isFromOwnSite(context: KoaContextWithOIDC): boolean {
  const hint: unknown = context.oidc.entities.IdTokenHint?.payload.sub
  return hint !== undefined && hint === context.oidc.session?.accountId
}

async function pageContextOf(pageContextFor: PageContextFor, context: KoaContextWithOIDC): Promise<PageContext> {
  const asked: unknown = context.oidc?.params?.ui_locales
  return pageContextFor({
    clientId: context.oidc?.client?.clientId,
    uiLocales: chosenOr(asked, context.headers),
    acceptLanguage: context.get('accept-language'),
  })
}

function kindOf(error: Error): PageError {
  if (error instanceof errors.SessionNotFound) return 'expired'
  return error instanceof errors.OIDCProviderError && error.statusCode < 500 ? 'request' : 'unavailable'
}

/**
 * The standard code of an error and its explanation. The code is, for example, `invalid_redirect_uri`. Neither says
 * what is registered for a client.
 */
function reasonOf(error: Error): string | undefined {
  if (!(error instanceof errors.OIDCProviderError)) return undefined
  return [error.error, error.error_description].filter((part) => part !== undefined).join(': ')
}

function show(context: KoaContextWithOIDC, page: Html): void {
  context.type = 'html'
  context.set('cache-control', 'no-store')
  context.body = page.toString()
}
