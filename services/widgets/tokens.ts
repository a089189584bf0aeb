import { createHmac, timingSafeEqual } from 'node:crypto'

const idBytes = 16
const macBytes = 16
const ownerPrefix = 'o'
const ownerSeconds = 3_600
const linkPattern = /^[A-Za-z0-9_-]{43}$/
const recipientPattern = /^([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{22})$/
const ownerPattern = /^o\.([A-Za-z0-9_-]{1,100})\.(\d{1,12})\.([A-Za-z0-9_-]{22})$/

/** What a valid token names. `expires` is in seconds since 1970. */
export type BookToken =
  | { readonly kind: 'link'; readonly linkId: string }
  | { readonly kind: 'owner'; readonly code: string; readonly expires: number }

/** Makes and checks the tokens of books, without the database. */
export interface BookTokens {
  /** The token of a row of `links`. It is always the same, so the owner can read it again. */
  ofLink(linkId: string): string
  /** A token with which owners open their own book. It is valid for 60 to 65 minutes. */
  ofOwner(code: string, now?: Date): string
  /**
   * What a token names. Null if the token was not made here. An owner's token that has expired is read as well, so that
   * the page can say that it has expired.
   */
  read(token: string): BookToken | null
  /** The token with which a recipient stops the mails. It never expires, and works even after the book is deleted. */
  ofRecipient(addressHash: string): string
  /** The hash of the address that a recipient's token names. Null if the token was not made here. */
  readRecipient(token: string): string | null
}

/** @param key signs the tokens: the secret `books` of the installation */
export function createBookTokens(key: string): BookTokens {
  const macOf = (kind: 'link' | 'owner' | 'recipient', content: Uint8Array | string) =>
    createHmac('sha256', key).update(`${kind}\n`).update(content).digest().subarray(0, macBytes)
  return {
    ofLink(linkId) {
      const id = Buffer.from(linkId.replaceAll('-', ''), 'hex')
      return Buffer.concat([id, macOf('link', id)]).toString('base64url')
    },
    ofOwner(code, now = new Date()) {
      // Rounded up to 5 minutes: the address of the book stays the same for that long, and browsers can cache its
      // pictures.
      const expires = Math.ceil((now.getTime() / 1_000 + ownerSeconds) / 300) * 300
      const content = `${Buffer.from(code).toString('base64url')}.${expires}`
      return `${ownerPrefix}.${content}.${macOf('owner', content).toString('base64url')}`
    },
    read(token) {
      if (linkPattern.test(token)) {
        const bytes = Buffer.from(token, 'base64url')
        const id = bytes.subarray(0, idBytes)
        // The last character of a token has unused bits, so several texts decode to the same bytes. Accept only one of
        // them.
        if (bytes.toString('base64url') !== token) return null
        return isSame(bytes.subarray(idBytes), macOf('link', id)) ? { kind: 'link', linkId: uuidOf(id) } : null
      }
      const [, code, expires, mac] = ownerPattern.exec(token) ?? []
      if (code === undefined || expires === undefined || mac === undefined) return null
      if (!isSame(Buffer.from(mac, 'base64url'), macOf('owner', `${code}.${expires}`))) return null
      return { kind: 'owner', code: Buffer.from(code, 'base64url').toString(), expires: Number(expires) }
    },
    ofRecipient(addressHash) {
      return `${addressHash}.${macOf('recipient', addressHash).toString('base64url')}`
    },
    readRecipient(token) {
      const [, addressHash, mac] = recipientPattern.exec(token) ?? []
      if (addressHash === undefined || mac === undefined) return null
      return isSame(Buffer.from(mac, 'base64url'), macOf('recipient', addressHash)) ? addressHash : null
    },
  }
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}

function uuidOf(bytes: Buffer): string {
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
