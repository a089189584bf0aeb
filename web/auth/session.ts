/** Business accounts have pages of their own (specification, section 6). */
export type AccountKind = 'business' | 'private'

/** The signed-in account and its tokens. */
export interface SignedInAccount {
  readonly accessToken: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
  readonly refreshToken: string | null
  readonly accountId: string
  readonly email: string
  readonly kind: AccountKind
  /** When the customer entered the password or used a passkey (s since 1970). Null if the token does not say. */
  readonly signedInAt: number | null
}

/** The sign-in settings of the public config. */
export interface SignInSettings {
  readonly authority: string
  readonly clientId: string
  readonly scope: string
}

/** A token that is valid for less than this (ms) is renewed before it is used. */
export const renewBefore = 30_000

/** The storage key of the signed-in user. oidc-client-ts appends it to the prefix that we give it, `keepsake.`. */
export function sessionKey({ authority, clientId }: SignInSettings): string {
  return `${storagePrefix}user:${authority}:${clientId}`
}

export const storagePrefix = 'keepsake.'

/** Reads the session that oidc-client-ts stored, without loading that library. Null if there is no valid session. */
export function readSession(settings: SignInSettings, storage: Pick<Storage, 'getItem'>): SignedInAccount | null {
  const text = storage.getItem(sessionKey(settings))
  if (text === null) return null
  try {
    // Every field is checked below. An invalid field counts as no session.
    const stored = JSON.parse(text) as Partial<Record<string, unknown>> | null
    const { access_token: accessToken, expires_at: expiresAt, refresh_token: refreshToken } = stored ?? {}
    if (typeof accessToken !== 'string' || typeof expiresAt !== 'number') return null
    const claims = readClaims(accessToken)
    if (typeof claims['sub'] !== 'string') return null
    return {
      accessToken,
      expiresAt: expiresAt * 1000,
      refreshToken: typeof refreshToken === 'string' ? refreshToken : null,
      accountId: claims['sub'],
      email: typeof claims['email'] === 'string' ? claims['email'] : '',
      kind: String(claims['auth_method']).toLowerCase() === 'b2b' ? 'business' : 'private',
      signedInAt: typeof claims['auth_time'] === 'number' ? claims['auth_time'] : null,
    }
  } catch {
    return null
  }
}

/** The claims of a JWT. They are not verified and only displayed: every service verifies the token itself. */
function readClaims(token: string): Record<string, unknown> {
  const payload = token.split('.')[1] ?? ''
  const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
    letter.charCodeAt(0),
  )
  const claims: unknown = JSON.parse(new TextDecoder().decode(bytes))
  // Any object that is not null can be read by name.
  return typeof claims === 'object' && claims !== null ? (claims as Record<string, unknown>) : {}
}
