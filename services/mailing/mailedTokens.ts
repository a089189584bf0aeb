import { createHash, randomBytes } from 'node:crypto'

/** A new token for a link, with 256 random bits. Only its digest may be stored. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The form in which tokens and addresses are stored. It does not reveal them. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
