import type { UserManager } from 'oidc-client-ts'
import { type Session, type SignInSettings, readSession, sessionKey } from './session.ts'
import type { TokenSource } from './tokenSource.ts'

/** A token that has less left than this is renewed before it is used. */
const renewBefore = 30_000
/** A browser tells its other tabs of what one has stored well within this time. */
const telling = 1_000
const failuresKey = 'keepsake.signInFailed'

/** Signing in, staying so and signing out, for this tab and all others of the browser. */
export class SignIn implements TokenSource {
  readonly #settings: SignInSettings
  #manager: Promise<UserManager> | undefined
  #renewal: Promise<string> | undefined
  #redirect: Promise<never> | undefined
  #completion: Promise<string> | undefined
  /** Whose page this is. */
  #accountId: string | undefined

  constructor(settings: SignInSettings) {
    this.#settings = settings
  }

  session(): Session | null {
    return readSession(this.#settings, localStorage)
  }

  async accessToken(leastLife = renewBefore): Promise<string> {
    const session = this.session()
    if (!session) return await this.#startUnlessLedAway()
    if (session.expiresAt - Date.now() > leastLife) return session.accessToken
    return await this.renewAfter(session.accessToken)
  }

  renewAfter(refused: string): Promise<string> {
    this.#renewal ??= this.#renew(refused).finally(() => {
      this.#renewal = undefined
    })
    return this.#renewal
  }

  /** Goes to the identity provider, to come back to `returnTo`. Never resolves: the page is left. */
  start(returnTo: string = location.pathname + location.search + location.hash): Promise<never> {
    this.#redirect ??= this.#startRedirect(returnTo).catch((error: unknown) => {
      this.#redirect = undefined
      throw error
    })
    return this.#redirect
  }

  /**
   * Ends the way back from the identity provider. Resolves with the path to go on to. A sign-in that failed goes back
   * to the root and begins anew, once: the second failure in a row is the caller's to show.
   */
  complete(url: string): Promise<string> {
    this.#completion ??= this.#complete(url)
    return this.#completion
  }

  async #complete(url: string): Promise<string> {
    try {
      const user = await (await this.#loadManager()).signinRedirectCallback(url)
      this.#accountId = this.session()?.accountId
      sessionStorage.removeItem(failuresKey)
      return safeReturnPath(user.state)
    } catch (error) {
      const hasFailedBefore = sessionStorage.getItem(failuresKey) !== null
      if (hasFailedBefore || !new URL(url).searchParams.has('state')) {
        sessionStorage.removeItem(failuresKey)
        throw error
      }
      sessionStorage.setItem(failuresKey, 'true')
      location.replace('/')
      return await new Promise<never>(() => undefined)
    }
  }

  /**
   * Signs out here, in all tabs and at the identity provider. Never resolves: the page is left. Whatever still asks for
   * a token meanwhile waits: going to sign in would overtake the way to sign out.
   */
  end(): Promise<never> {
    this.#redirect = this.#end().catch((error: unknown) => {
      this.#redirect = undefined
      throw error
    })
    return this.#redirect
  }

  async #end(): Promise<never> {
    const manager = await this.#loadManager()
    const user = await manager.getUser()
    await manager.removeUser()
    await manager.signoutRedirect(user?.id_token === undefined ? {} : { id_token_hint: user.id_token })
    return await new Promise<never>(() => undefined)
  }

  /** Calls back when another tab signed out or signed in as somebody else. Returns what ends that. */
  onChangedElsewhere(changed: () => void): () => void {
    this.#accountId = this.session()?.accountId
    const listener = (event: StorageEvent) => {
      const isOurs = event.key === null || event.key === sessionKey(this.#settings)
      if (!isOurs || this.session()?.accountId === this.#accountId) return
      // Whatever still asks for a token waits: going to sign in would overtake the way that this leads.
      this.#redirect = new Promise(() => undefined)
      changed()
    }
    addEventListener('storage', listener)
    return () => removeEventListener('storage', listener)
  }

  /** One tab renews at a time; the others find the new token when their turn comes. */
  async #renew(refused: string): Promise<string> {
    return await navigator.locks.request('keepsake.renew', async () => {
      const session = this.session()
      if (!session) return await this.#startUnlessLedAway()
      if (session.accessToken !== refused && session.expiresAt - Date.now() > renewBefore) return session.accessToken
      if (session.refreshToken === null) return await this.start()
      const manager = await this.#loadManager()
      const { ErrorResponse } = await import('oidc-client-ts')
      try {
        const user = await manager.signinSilent()
        if (user) return user.access_token
      } catch (error) {
        if (!(error instanceof ErrorResponse)) throw error
      }
      await manager.removeUser()
      return await this.start()
    })
  }

  /** Where somebody was signed in, another tab signed out: this one is told in a moment, and led to where that is said. */
  async #startUnlessLedAway(): Promise<never> {
    if (this.#accountId !== undefined) await new Promise((resolve) => setTimeout(resolve, telling))
    return await this.start()
  }

  async #startRedirect(returnTo: string): Promise<never> {
    const manager = await this.#loadManager()
    await manager.clearStaleState()
    await manager.signinRedirect({ state: returnTo })
    return await new Promise<never>(() => undefined)
  }

  async #loadManager(): Promise<UserManager> {
    this.#manager ??= import('./provider.ts').then(({ createUserManager }) => createUserManager(this.#settings))
    return await this.#manager
  }
}

/** A path of this site to go on to; anything else, such as `//elsewhere`, becomes the root. */
export function safeReturnPath(state: unknown): string {
  if (typeof state !== 'string' || !state.startsWith('/')) return '/'
  const target = new URL(state, location.origin)
  const isOwnPage =
    target.origin === location.origin && !['/auth/callback', '/logout', '/signed-out'].includes(target.pathname)
  return isOwnPage ? target.pathname + target.search + target.hash : '/'
}
