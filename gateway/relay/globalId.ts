/** A decoded global id: a type, and the key by which that type finds the object. */
export interface GlobalId {
  readonly type: string
  readonly key: string
}

/**
 * Encodes an object's opaque id for clients.
 * @param key any text: services choose the form of their ids (docs/decisions/0213)
 */
export function encodeGlobalId(type: string, key: string): string {
  return Buffer.from(`${type}:${key}`).toString('base64url')
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
