import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { importJWK, SignJWT } from 'jose'
import { loadKeys } from '../../services/identity/keys.ts'
import { claimsOf } from '../support/tokens.ts'

const tokenSeconds = 6 * 3_600

/** Issues an access token of an account, signed by the key of the identity service. */
export type IssueToken = (accountId: string, claims?: Record<string, unknown>) => Promise<string>

/**
 * Writes the keys of the identity service for an installation that has not started yet, into a file as an earlier
 * release did.
 * @param publicUrl the setting `PUBLIC_URL`
 */
export async function prepareIdentityKeys(dataDir: string, publicUrl: string): Promise<IssueToken> {
  const keys = await loadKeys({ readOrMake: async (_name, { make } = {}) => String(await make?.()) })
  mkdirSync(join(dataDir, 'keys'), { recursive: true })
  writeFileSync(join(dataDir, 'keys', 'identity.json'), JSON.stringify(keys))
  const [signing] = keys.signing
  const key = await importJWK(signing ?? {}, 'ES256')
  return (accountId, claims) => {
    const exp = Math.floor(Date.now() / 1_000) + tokenSeconds
    return new SignJWT(claimsOf(`${publicUrl}/identity`, accountId, { exp, ...claims }))
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: String(signing?.kid) })
      .sign(key)
  }
}
