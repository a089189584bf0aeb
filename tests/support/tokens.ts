import { type JWTHeaderParameters, SignJWT, exportJWK, generateKeyPair } from 'jose'

/** What a token says, unless a test says otherwise. */
export interface TokenContent {
  readonly header?: Partial<JWTHeaderParameters>
  /** A claim that is undefined is left out. */
  readonly claims?: Record<string, unknown>
}

/** Signs access tokens as the identity service does. */
export interface TokenIssuer {
  readonly issuer: string
  readonly jwks: { keys: object[] }
  issue(accountId: string, content?: TokenContent): Promise<string>
}

/** Demo accounts of the tests. */
export const anna = '018f3c1a-0000-7000-8000-00000000000a'
export const bram = '018f3c1a-0000-7000-8000-00000000000b'

/** A key pair of its own per issuer. */
export async function createTokenIssuer(issuer: string, kid = 'tests'): Promise<TokenIssuer> {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' }
  return {
    issuer,
    jwks: { keys: [jwk] },
    issue: (accountId, { header, claims } = {}) =>
      new SignJWT(claimsOf(issuer, accountId, claims))
        .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid, ...header })
        .sign(privateKey),
  }
}

/** The address that an account signs in with, unless a test says otherwise. */
export function emailOf(accountId: string): string {
  return `${accountId.slice(-1)}@example.com`
}

/** What an access token says; a claim that is given as undefined is left out. */
export function claimsOf(issuer: string, accountId: string, claims?: TokenContent['claims']): Record<string, unknown> {
  const now = Math.floor(Date.now() / 1000)
  return {
    iss: issuer,
    aud: 'urn:keepsake:api',
    sub: accountId,
    email: emailOf(accountId),
    auth_method: 'password',
    client_id: 'keepsake-web',
    iat: now,
    exp: now + 600,
    ...claims,
  }
}

/** Whose a token is, without checking the signature: that is the gateway's work, and what is tested. */
export function accountOf(token: string): string {
  const claims: { sub: string } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  return claims.sub
}
