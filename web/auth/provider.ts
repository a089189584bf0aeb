import { UserManager, WebStorageStateStore } from 'oidc-client-ts'
import { readLocaleChoice } from '../../schema/rules/localeChoice.ts'
import { type SignInSettings, storagePrefix } from './session.ts'

/** Delays (ms) before a call is repeated. */
const retryDelays = [1_000, 2_000, 4_000]

/**
 * Creates the OpenID Connect client: authorization code with PKCE. Loaded only to sign in, sign out or renew a token.
 */
export function createUserManager({ authority, clientId, scope }: SignInSettings): UserManager {
  const origin = location.origin
  // The identity provider uses the language that the customer has chosen here, even if the provider has another host.
  const language = readLocaleChoice(document.cookie)
  return new UserManager({
    authority,
    client_id: clientId,
    scope,
    redirect_uri: `${origin}/auth/callback`,
    post_logout_redirect_uri: `${origin}/`,
    response_type: 'code',
    ...(language !== null && { ui_locales: language }),
    automaticSilentRenew: false,
    // Without a timeout, the library would wait forever, and so would a sign-out.
    requestTimeoutInSeconds: 10,
    userStore: new WebStorageStateStore({ prefix: storagePrefix, store: localStorage }),
    stateStore: new WebStorageStateStore({ prefix: `${storagePrefix}state.`, store: localStorage }),
  })
}

/**
 * Calls the identity service. If it answers with a problem document (too many requests, or an outage), the call is
 * repeated after a delay, up to three times.
 */
export async function withRetries<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  for (const delay of retryDelays) {
    try {
      return await call()
    } catch (error) {
      if (!isProblem(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, delay + Math.random() * 1_000))
    }
  }
  return await call()
}

/**
 * Whether the response was a problem document, for example because of a rate limit. For such a response, oidc-client-ts
 * reports only the content type, not the status.
 */
function isProblem(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('Invalid response Content-Type: application/problem+json')
}
