import { createHmac, createPublicKey } from 'node:crypto'
import { type JWTHeaderParameters, SignJWT, exportJWK, generateKeyPair } from 'jose'
import { type TokenContent, type TokenIssuer, claimsOf } from '../../support/tokens.ts'

/** What a forged token imitates: the tokens of an issuer, for an account. */
export interface Target {
  readonly tokens: TokenIssuer
  readonly accountId: string
}

/** Encodes a value as a part of a token. */
function part(content: object | string): string {
  return Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)).toString('base64url')
}

/** A token signed with the forger's own key and any algorithm. */
export async function signedByOther({ tokens, accountId }: Target, alg: string, header: object = {}): Promise<string> {
  const { privateKey } = await generateKeyPair(alg, { extractable: true })
  return sign(privateKey, { alg, ...header }, claimsOf(tokens.issuer, accountId))
}

/** A token signed with the forger's own key, which the header contains. */
export async function withOwnKey({ tokens, accountId }: Target, name: string, header: object): Promise<string> {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = { ...(await exportJWK(publicKey)), kid: 'forged', alg: 'ES256', use: 'sig' }
  const brought = name === 'jwk' ? { jwk } : header
  return sign(privateKey, { alg: 'ES256', kid: 'forged', ...brought }, claimsOf(tokens.issuer, accountId))
}

/** An HMAC with the public key as secret. A verifier that trusts the token's algorithm would accept it. */
export function signedByPublicKey({ tokens, accountId }: Target): string {
  const jwk = { ...tokens.jwks.keys[0] }
  const secret = createPublicKey({ key: jwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' })
  const signed = `${part({ alg: 'HS256', typ: 'at+jwt', kid: 'tests' })}.${part(claimsOf(tokens.issuer, accountId))}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}

/** A token that claims with `alg` to be unsigned. By default it has no signature. */
export function unsigned({ tokens, accountId }: Target, alg: string, signature = ''): string {
  return [part({ alg, typ: 'at+jwt', kid: 'tests' }), part(claimsOf(tokens.issuer, accountId)), signature].join('.')
}

/** A valid token with changed claims and its original signature. */
export async function altered({ tokens, accountId }: Target, claims: TokenContent['claims']): Promise<string> {
  const [header, payload = '', signature] = (await tokens.issue(accountId)).split('.')
  const said: Record<string, unknown> = JSON.parse(Buffer.from(payload, 'base64url').toString())
  return [header, part({ ...said, ...claims }), signature].join('.')
}

/** Changes a text at a few random places. Reproducible by seed. */
export function mutate(text: string, seed: number): string {
  let state = seed * 2_654_435_761 + 1
  const random = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  const letters = 'AZaz09-_.=+/ "{}%\\\u00e9~'
  let mutated = text
  for (let change = 0; change <= random(3); change += 1) {
    const at = random(mutated.length)
    const letter = letters[random(letters.length)] ?? ''
    const [before, after] = [mutated.slice(0, at), mutated.slice(at)]
    const changed = [
      before + letter + after.slice(1),
      before + letter + after,
      before + after.slice(1 + random(20)),
      before,
      before + after.slice(0, 40) + after,
    ]
    mutated = changed[random(changed.length)] ?? ''
  }
  return mutated
}

function sign(key: CryptoKey, header: Partial<JWTHeaderParameters>, claims: Record<string, unknown>): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: 'tests', ...header }).sign(key)
}
