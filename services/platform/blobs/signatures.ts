import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { AlbumLink, Blobs } from './blobs.ts'
import { Problem } from '../problems.ts'

const daySeconds = 86_400
const query = z.strictObject({
  expires: z.string().regex(/^\d{1,12}$/),
  name: z.string().optional(),
  album: z
    .string()
    .regex(/^[\da-f-]{36}\.\d{1,9}$/)
    .optional(),
  store: z.literal('no').optional(),
  signature: z.string().regex(/^[\w-]{43}$/),
})

/** What a signature covers besides the key and the expiry time. */
interface SignedParts {
  readonly name: string | null
  readonly album: string | undefined
  readonly store: 'no' | undefined
}

/**
 * Signs and checks URLs of blobs.
 * @param secret the HMAC key
 * @param baseUrl where blobs are served, without a trailing slash
 * @param now milliseconds since 1970
 */
export function createBlobSignatures(
  secret: string,
  baseUrl: string,
  now: () => number = Date.now,
): Pick<Blobs, 'signedUrl' | 'verify'> {
  // Absent parts are left out of the signed text, so that URLs of earlier releases stay valid.
  const sign = (key: string, expires: number, { name, album, store }: SignedParts) =>
    createHmac('sha256', secret)
      .update(
        JSON.stringify([key, expires, name, ...(album === undefined ? [] : [album]), ...(store ? [{ store }] : [])]),
      )
      .digest()

  return {
    signedUrl(key, { fileName, expires: end, album, isConfidential } = {}) {
      // The URL stays the same for a day, so that caches hit. It is valid until the end of the following day.
      const usual = (Math.floor(now() / 1000 / daySeconds) + 2) * daySeconds
      const expires = end ? Math.floor(end.getTime() / 1000) : usual
      const name = fileName?.toWellFormed() ?? null
      const link = album && `${album.albumId}.${album.generation}`
      const store = isConfidential ? 'no' : undefined
      const parameters = new URLSearchParams({
        expires: String(expires),
        ...(name === null ? {} : { name }),
        ...(link === undefined ? {} : { album: link }),
        ...(store === undefined ? {} : { store }),
        signature: sign(key, expires, { name, album: link, store }).toString('base64url'),
      })
      return `${baseUrl}/${key}?${parameters}`
    },
    verify(key, given) {
      const { success, data } = query.safeParse(given)
      if (!success) throw urlAltered()
      const expires = Number(data.expires)
      const { name = null, album, store } = data
      const expected = sign(key, expires, { name, album, store })
      const signature = Buffer.from(data.signature, 'base64url')
      if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) throw urlAltered()
      if (expires * 1000 <= now()) throw urlExpired()
      const link = album === undefined ? null : toLink(album)
      return { fileName: name, expires, album: link, isConfidential: store === 'no' }
    },
  }
}

/** The problem for a signed URL that is no longer valid. */
export function urlExpired(): Problem {
  return new Problem(410, 'URL_EXPIRED', 'The address has expired.')
}

function urlAltered(): Problem {
  return new Problem(403, 'SIGNATURE_INVALID', 'The address was altered.')
}

function toLink(text: string): AlbumLink {
  const [albumId = '', generation] = text.split('.')
  return { albumId, generation: Number(generation) }
}
