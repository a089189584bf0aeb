import { type SignInSettings, sessionKey } from '../../../web/auth/session.ts'
import { configBody } from './config.ts'

/** A token like those of the identity service, but unsigned, because the client does not verify signatures. */
export function tokenOf(claims: Record<string, unknown>): string {
  return `${part({ alg: 'ES256', typ: 'at+jwt' })}.${part(claims)}.signature`
}

function part(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

const claimsOfAnna = { sub: 'account-1', email: 'anna@keepsake.example' }

/** Stores a signed-in session in this browser. @param life how long (s) its token is valid */
export function signInAs(
  claims: Record<string, unknown> = claimsOfAnna,
  settings: SignInSettings = configBody,
  life = 600,
): void {
  const user = {
    access_token: tokenOf(claims),
    refresh_token: 'refresh-1',
    expires_at: Math.floor(Date.now() / 1000) + life,
  }
  localStorage.setItem(sessionKey(settings), JSON.stringify(user))
}
