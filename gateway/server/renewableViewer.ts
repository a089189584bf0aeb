import type { Viewer } from '../context.ts'

/**
 * The viewer of a connection that outlives an access token. Its properties always come from the newest token, so long
 * running subscriptions also use it.
 */
export class RenewableViewer implements Viewer {
  #current: Viewer

  constructor(viewer: Viewer) {
    this.#current = viewer
  }

  get accountId(): string {
    return this.#current.accountId
  }

  get email(): string {
    return this.#current.email
  }

  get isBusiness(): boolean {
    return this.#current.isBusiness
  }

  get idpType(): string {
    return this.#current.idpType
  }

  get idpSub(): string {
    return this.#current.idpSub
  }

  get sessionId(): string | null {
    return this.#current.sessionId
  }

  get accessToken(): string {
    return this.#current.accessToken
  }

  get expires(): number {
    return this.#current.expires
  }

  /**
   * Switches to another token, unless it expires earlier than the current one.
   * @returns false when the token belongs to another customer
   */
  renew(next: Viewer): boolean {
    if (next.accountId !== this.#current.accountId) return false
    if (next.expires > this.#current.expires) this.#current = next
    return true
  }
}
