import { randomBytes, timingSafeEqual } from 'node:crypto'
import { deriveKey, type HashCost } from './hashing.ts'

/** OWASP's scrypt parameters for 32 MiB per hash. They cost an attacker as much as 128 MiB with p = 1. */
const currentCost: HashCost = { logN: 15, r: 8, p: 3 }
const saltBytes = 16
const keyBytes = 32
/**
 * Compared with the password if the e-mail address is unknown, so that the answer takes as long as for a known address.
 */
const dummyHash = `$scrypt$ln=15,r=8,p=3$${'A'.repeat(22)}$${'A'.repeat(43)}`

/**
 * Hashes a password for storage.
 * @returns `$scrypt$ln=…,r=…,p=…$salt$key`, salt and key in base64 without padding
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes)
  const key = await derive(password, salt, currentCost)
  const { logN, r, p } = currentCost
  return `$scrypt$ln=${logN},r=${r},p=${p}$${unpadded(salt)}$${unpadded(key)}`
}

/**
 * Compares a password with a stored hash. Takes as long for `null` (no such account) as for a wrong password.
 * @returns whether the password matches, and whether the hash was made with an outdated cost
 */
export async function verifyPassword(
  password: string,
  stored: string | null,
): Promise<{ matches: boolean; outdated: boolean }> {
  const { cost, salt, key } = parse(stored ?? dummyHash)
  const candidate = await derive(password, salt, cost)
  const same = timingSafeEqual(candidate, key)
  const outdated = cost.logN !== currentCost.logN || cost.r !== currentCost.r || cost.p !== currentCost.p
  return { matches: same && stored !== null, outdated }
}

function parse(stored: string): { cost: HashCost; salt: Buffer; key: Buffer } {
  const parts = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w+/]{22})\$([\w+/]{43})$/.exec(stored)
  if (!parts) throw new Error('A stored password hash cannot be read.')
  const [, logN, r, p, salt = '', key = ''] = parts
  return {
    cost: { logN: Number(logN), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64'),
    key: Buffer.from(key, 'base64'),
  }
}

function derive(password: string, salt: Uint8Array, cost: HashCost): Promise<Uint8Array> {
  return deriveKey({ password: password.normalize('NFKC'), salt, keyBytes, cost })
}

function unpadded(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replace(/=+$/, '')
}
