/** A decoded global id: a type, and the key by which that type finds the object. */
export interface GlobalId {
  readonly type: string
  readonly key: string
}

/** Most keys. With these characters, base64 contains neither `+` nor `/`, so it is base64url. */
const plain = /^[\w:.-]*$/

/**
 * Encodes an object's opaque id for clients.
 * @param type the name of a type of the schema
 * @param key any text: services choose the form of their ids (docs/decisions/0213)
 */
export function encodeGlobalId(type: string, key: string): string {
  const text = `${type}:${key}`
  if (!plain.test(key)) return Buffer.from(text).toString('base64url')
  // `btoa` takes less than half the time, because it needs no buffer. It pads the last group of three bytes.
  const encoded = btoa(text)
  const rest = text.length % 3
  return rest === 0 ? encoded : encoded.slice(0, rest - 3)
}

/** Decodes a global id; null when it is not exactly as we encode it. */
export function decodeGlobalId(id: string): GlobalId | null {
  const text = Buffer.from(id, 'base64url').toString()
  const colon = text.indexOf(':')
  if (colon < 1) return null
  const [type, key] = [text.slice(0, colon), text.slice(colon + 1)]
  if (key === '' || !/^[A-Za-z]+$/.test(type) || encodeGlobalId(type, key) !== id) return null
  return { type, key }
}

/** The service's id in the global id of an object of this type; null for an id of another type. */
export function keyOf(type: string, id: string): string | null {
  const decoded = decodeGlobalId(id)
  return decoded?.type === type ? decoded.key : null
}
