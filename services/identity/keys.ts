import { randomBytes, randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair } from 'jose'
import { z } from 'zod'
import type { Secrets } from '../platform/platform.ts'

const keysSchema = z.object({
  /** The first key signs. All are published, so that existing tokens stay valid after a change of keys. */
  signing: z
    .array(
      z.object({
        kty: z.literal('EC'),
        crv: z.literal('P-256'),
        alg: z.literal('ES256'),
        use: z.literal('sig'),
        kid: z.string().min(1),
        x: z.string(),
        y: z.string(),
        d: z.string(),
      }),
    )
    .min(1),
  /** The first key signs cookies. All are accepted. */
  cookies: z.array(z.string().min(32)).min(1),
})

export type Keys = z.infer<typeof keysSchema>

/**
 * The identity service's keys: the secret `identity`, as JSON. The secret is made at the first start. To change a key,
 * add the new one in front of the old one, and keep the old one for a while.
 * @throws if the JSON is not a set of keys. The stored secret is never overwritten
 */
export async function loadKeys(secrets: Secrets): Promise<Keys> {
  const text = await secrets.readOrMake('identity', { file: 'identity.json', make: makeKeys, check: parseKeys })
  return parseKeys(text, 'the row identity of platform.secrets')
}

/** @param place where the keys are stored, for the error message */
function parseKeys(text: string, place: string): Keys {
  try {
    return keysSchema.parse(JSON.parse(text))
  } catch (error) {
    throw new Error(`The keys in ${place} cannot be read: restore them from a backup.`, { cause: error })
  }
}

async function makeKeys(): Promise<string> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const key = await exportJWK(privateKey)
  return JSON.stringify({
    signing: [{ ...key, alg: 'ES256', use: 'sig', kid: randomUUID() }],
    cookies: [randomBytes(32).toString('base64url')],
  })
}
