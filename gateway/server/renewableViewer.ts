import type { Viewer } from '../context.ts'

/**
 * A customer on a connection that outlives a token: whoever holds it reads the newest token whenever it is needed, and
 * when that one expires.
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

  get accessToken(): string {
    return this.#current.accessToken
  }

  get expires(): number {
    return this.#current.expires
  }

  /**
   * Goes over to another token. One that expires sooner than what is known changes nothing.
   * @returns false when it is not the same customer's
   */
  renew(next: Viewer): boolean {
    if (next.accountId !== this.#current.accountId) return false
    if (next.expires > this.#current.expires) this.#current = next
    return true
  }
}
