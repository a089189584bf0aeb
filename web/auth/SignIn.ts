import type { SigninRedirectArgs, UserManager } from 'oidc-client-ts'
import { type SignedInAccount, type SignInSettings, readSession, renewBefore, sessionKey } from './session.ts'
import type { TokenSource } from './tokenSource.ts'

/** Maximum time (ms) until a browser has notified its other tabs of a change in storage. */
const notificationTime = 1_000
const failuresKey = 'keepsake.signInFailed'

/** Signs in and out and renews tokens, for this tab and all other tabs of the browser. */
export class SignIn implements TokenSource {
  readonly #settings: SignInSettings
  #manager: Promise<UserManager> | undefined
  #renewal: Promise<string> | undefined
  #redirect: Promise<never> | undefined
  #completion: Promise<string> | undefined
  /** The account that this page shows. */
  #accountId: string | undefined
  #hasEnded = false
  #isEnding = false

  constructor(settings: SignInSettings) {
    this.#settings = settings
  }

  session(): SignedInAccount | null {
    return readSession(this.#settings, localStorage)
  }

  async accessToken(minimumLifetime = renewBefore): Promise<string> {
    const session = this.session()
    if (!session) return await this.#startUnlessSignedOutElsewhere()
    if (session.expiresAt - Date.now() > minimumLifetime) return session.accessToken
    return await this.renewAfter(session.accessToken)
  }

  renewAfter(refused: string): Promise<string> {
    this.#renewal ??= this.#renew(refused).finally(() => {
      this.#renewal = undefined
    })
    return this.#renewal
  }

  /**
   * Redirects to the identity provider, which redirects back to `returnTo`. Never resolves, because the page is left.
   */
  start(returnTo: string = addressOfPage()): Promise<never> {
    return this.#leave(() => this.#startRedirect({ state: returnTo }))
  }

  /**
   * Asks for the password again, although the customer is signed in, and returns to this page. Sensitive changes need a
   * recent sign-in. Never resolves, because the page is left: use `signInAgain` to keep what was typed.
   */
  startAgain(): Promise<never> {
    const email = this.session()?.email
    // Without a maximum age, the identity provider would return immediately, because its own session still exists.
    const request = { state: addressOfPage(), max_age: 0, ...(email && { login_hint: email }) }
    return this.#leave(() => this.#startRedirect(request))
  }

  /**
   * Opens a page of the identity service, which redirects back to `returnTo`. `create` registers a new account.
   * `passkey` adds a passkey; if the sign-in is older than 5 minutes, the customer first signs in again. `password`
   * changes the password. Never resolves, because the browser leaves the page.
   */
  startPrompt(prompt: 'create' | 'passkey' | 'password', returnTo: string = addressOfPage()): Promise<never> {
    const email = this.session()?.email
    const request = { state: returnTo, prompt, ...(email && { login_hint: email }) }
    return this.#leave(() => this.#startRedirect(request))
  }

  #leave(redirect: () => Promise<never>): Promise<never> {
    this.#redirect ??= redirect().catch((error: unknown) => {
      this.#redirect = undefined
      throw error
    })
    return this.#redirect
  }

  /**
   * Completes a sign-in after the redirect back from the identity provider. Resolves with the path to open. After a
   * first failure, the sign-in starts again at the root. After a second failure in a row, the promise rejects, and the
   * caller shows the failure.
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
   * Signs out in all tabs and at the identity provider. Never resolves, because the page is left. Requests for a token
   * wait meanwhile: otherwise they would redirect to the sign-in and cancel the redirect of the sign-out.
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
    const hint = user?.id_token === undefined ? {} : { id_token_hint: user.id_token }
    await this.#retried(() => manager.signoutRedirect(hint))
    return await new Promise<never>(() => undefined)
  }

  /** True if the identity service has ended the sign-in, and this page is about to forget it. */
  get hasEnded(): boolean {
    return this.#hasEnded
  }

  /**
   * Call this when the identity service has ended the sign-in. From then on, requests for a new token never resolve:
   * otherwise they would redirect to the sign-in. Until the old token expires, it can still be used to finish what has
   * begun.
   */
  markEnded(): void {
    this.#hasEnded = true
    this.#isEnding = true
    this.#redirect = new Promise(() => undefined)
  }

  /** True while this page ends the sign-in itself: `onChangedElsewhere` then ignores a sign-out in another tab. */
  setEnding(isEnding: boolean): void {
    this.#isEnding = isEnding
  }

  /** Deletes the tokens in all tabs, after the identity service has ended the sign-in. */
  forget(): void {
    localStorage.removeItem(sessionKey(this.#settings))
  }

  /**
   * Calls back when another tab signs out or signs in with another account. Returns a function that removes the
   * listener.
   */
  onChangedElsewhere(changed: () => void): () => void {
    this.#accountId = this.session()?.accountId
    const listener = (event: StorageEvent) => {
      const isOurs = event.key === null || event.key === sessionKey(this.#settings)
      if (!isOurs || this.#isEnding || this.session()?.accountId === this.#accountId) return
      // From now on, requests for a token never resolve. Otherwise they would redirect to the sign-in and cancel the
      // navigation that `changed` starts.
      this.#redirect = new Promise(() => undefined)
      changed()
    }
    addEventListener('storage', listener)
    return () => removeEventListener('storage', listener)
  }

  /** Renews the token in one tab at a time. All other tabs then find the new token in storage. */
  async #renew(refused: string): Promise<string> {
    return await navigator.locks.request('keepsake.renew', async () => {
      const session = this.session()
      if (!session) return await this.#startUnlessSignedOutElsewhere()
      if (session.accessToken !== refused && session.expiresAt - Date.now() > renewBefore) return session.accessToken
      if (session.refreshToken === null) return await this.start()
      const manager = await this.#loadManager()
      const { ErrorResponse } = await import('oidc-client-ts')
      try {
        const user = await this.#retried(() => manager.signinSilent())
        if (user) return user.access_token
      } catch (error) {
        if (!(error instanceof ErrorResponse)) throw error
      }
      await manager.removeUser()
      return await this.start()
    })
  }

  /**
   * Starts a sign-in because there is no session. If this page had an account, another tab has signed out. In that
   * case, waits first for the storage event of that sign-out: its listener (`onChangedElsewhere`) opens the signed-out
   * page, and `start` then does not redirect.
   */
  async #startUnlessSignedOutElsewhere(): Promise<never> {
    if (this.#accountId !== undefined) await new Promise((resolve) => setTimeout(resolve, notificationTime))
    return await this.start()
  }

  async #startRedirect(request: SigninRedirectArgs): Promise<never> {
    const manager = await this.#loadManager()
    await manager.clearStaleState()
    await this.#retried(() => manager.signinRedirect(request))
    return await new Promise<never>(() => undefined)
  }

  async #retried<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    const { withRetries } = await import('./provider.ts')
    return await withRetries(call)
  }

  async #loadManager(): Promise<UserManager> {
    this.#manager ??= import('./provider.ts').then(({ createUserManager }) => createUserManager(this.#settings))
    return await this.#manager
  }
}

function addressOfPage(): string {
  return location.pathname + location.search + location.hash
}

/**
 * The path to open after sign-in. If the state is not a path of this site, such as `//elsewhere`, the result is the
 * root.
 */
export function safeReturnPath(state: unknown): string {
  if (typeof state !== 'string' || !state.startsWith('/')) return '/'
  const target = new URL(state, location.origin)
  const isOwnPage =
    target.origin === location.origin && !['/auth/callback', '/logout', '/signed-out'].includes(target.pathname)
  return isOwnPage ? target.pathname + target.search + target.hash : '/'
}
