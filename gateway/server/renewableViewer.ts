import { apiScopes, hasScope } from '../../schema/rules/scopes.ts'
import type { Viewer } from '../context.ts'

/**
 * The viewer of a connection that outlives an access token. Its properties always come from the newest token, so
 * running subscriptions use this token, too.
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

  get scopes(): Viewer['scopes'] {
    return this.#current.scopes
  }

  get accessToken(): string {
    return this.#current.accessToken
  }

  get expires(): number {
    return this.#current.expires
  }

  /**
   * Switches to another token, unless it expires earlier than the current one.
   * @returns false when the token belongs to another customer, or lacks a scope that the current one has
   */
  renew(next: Viewer): boolean {
    if (next.accountId !== this.#current.accountId || !this.#hasScopesOf(next)) return false
    if (next.expires > this.#current.expires) this.#current = next
    return true
  }

  /** Without this check, running subscriptions would continue with a token that does not allow them. */
  #hasScopesOf({ scopes }: Viewer): boolean {
    const current = this.#current.scopes ?? apiScopes
    return [...current].every((scope) => hasScope(scopes, scope))
  }
}
