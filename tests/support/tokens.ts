import { type JWTHeaderParameters, SignJWT, exportJWK, generateKeyPair } from 'jose'

/** Overrides for the content of a token. */
export interface TokenContent {
  readonly header?: Partial<JWTHeaderParameters>
  /** Claims that are undefined are omitted. */
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

/** Creates an issuer with its own key pair. */
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

/** Returns the default email address of an account. */
export function emailOf(accountId: string): string {
  return `${accountId.slice(-1)}@example.com`
}

/** Builds the claims of an access token. Omits claims that are given as undefined. */
export function claimsOf(issuer: string, accountId: string, claims?: TokenContent['claims']): Record<string, unknown> {
  const now = Math.floor(Date.now() / 1000)
  return {
    iss: issuer,
    aud: 'urn:keepsake:api',
    sub: accountId,
    email: emailOf(accountId),
    auth_method: 'password',
    // The client belongs to no brand, so that deletions do not need the site service.
    client_id: 'tests',
    iat: now,
    exp: now + 600,
    ...claims,
  }
}

/** Reads the account of a token. */
export function accountOf(token: string): string {
  return claimsIn(token).sub
}

/** Reads the claims of a token. Does not verify the signature, because tests check that the gateway verifies it. */
export function claimsIn(token: string): { readonly sub: string; readonly [claim: string]: unknown } {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
}
