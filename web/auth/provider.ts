import { UserManager, WebStorageStateStore } from 'oidc-client-ts'
import { type SignInSettings, storagePrefix } from './session.ts'

/** Creates the OpenID Connect client: authorization code with PKCE. Loaded only to sign in, sign out or renew a token. */
export function createUserManager({ authority, clientId, scope }: SignInSettings): UserManager {
  const origin = location.origin
  return new UserManager({
    authority,
    client_id: clientId,
    scope,
    redirect_uri: `${origin}/auth/callback`,
    post_logout_redirect_uri: `${origin}/`,
    response_type: 'code',
    automaticSilentRenew: false,
    // Without a timeout, the library would wait for ever, and so would a sign-out.
    requestTimeoutInSeconds: 10,
    userStore: new WebStorageStateStore({ prefix: storagePrefix, store: localStorage }),
    stateStore: new WebStorageStateStore({ prefix: `${storagePrefix}state.`, store: localStorage }),
  })
}
