import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { exportJWK, generateKeyPair } from 'jose'
import { z } from 'zod'

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
 * The identity service's keys, in `keys/identity.json` of the data folder, created at the first start. Replicas share
 * the file or have copies of it. To change keys, add the new one in front and keep the old one for a while.
 * @throws if the file cannot be parsed; it is never overwritten
 */
export async function loadKeys(dataDir: string): Promise<Keys> {
  const folder = join(dataDir, 'keys')
  const path = join(folder, 'identity.json')
  const existing = await readKeys(path)
  if (existing) return existing
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = join(folder, `${randomUUID()}.draft`)
  await writeFile(draft, JSON.stringify(await makeKeys(), null, 2), { mode: 0o600 })
  try {
    // Creating a link is atomic, and fails if another process has created its keys at the same time.
    await link(draft, path)
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error
  } finally {
    await rm(draft, { force: true })
  }
  const keys = await readKeys(path)
  if (!keys) throw new Error(`The keys in ${path} disappeared while starting.`)
  return keys
}

async function readKeys(path: string): Promise<Keys | null> {
  try {
    return keysSchema.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null
    throw new Error(`The keys in ${path} cannot be read: restore them from a backup.`, { cause: error })
  }
}

async function makeKeys(): Promise<unknown> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const key = await exportJWK(privateKey)
  return {
    signing: [{ ...key, alg: 'ES256', use: 'sig', kid: randomUUID() }],
    cookies: [randomBytes(32).toString('base64url')],
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
