import { UserManager, WebStorageStateStore } from 'oidc-client-ts'
import { type SignInSettings, storagePrefix } from './session.ts'

/** The way to the identity provider: code with PKCE. Loaded only when someone signs in or out, or a token is renewed. */
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
    // By itself the library waits for ever, and so would whoever signs out.
    requestTimeoutInSeconds: 10,
    userStore: new WebStorageStateStore({ prefix: storagePrefix, store: localStorage }),
    stateStore: new WebStorageStateStore({ prefix: `${storagePrefix}state.`, store: localStorage }),
  })
}
