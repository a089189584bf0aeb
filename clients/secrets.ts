import { createHash, timingSafeEqual } from 'node:crypto'

/** The digest of a client's secret, as its file has it. A secret is random, so a fast digest is safe. */
export function digestOfSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

export function isSameDigest(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)]
  return first.length === second.length && timingSafeEqual(first, second)
}
