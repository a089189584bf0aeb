/** A decoded global id: a type, and the key by which that type finds the object. */
export interface GlobalId {
  readonly type: string
  readonly key: string
}

/** The opaque id that clients hold. */
export function encodeGlobalId(type: string, key: string): string {
  return Buffer.from(`${type}:${key}`, 'latin1').toString('base64url')
}

/** Decodes a global id; null when it is not exactly as we encode it. */
export function decodeGlobalId(id: string): GlobalId | null {
  const text = Buffer.from(id, 'base64url').toString('latin1')
  const colon = text.indexOf(':')
  if (colon < 1) return null
  const [type, key] = [text.slice(0, colon), text.slice(colon + 1)]
  if (!/^[A-Za-z]+$/.test(type) || encodeGlobalId(type, key) !== id) return null
  return { type, key }
}

/** Whether a text is a UUID as the services write it: in lower case. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
}

/** The UUID in the global id of an object of this type; null for an id of another type, or without a UUID. */
export function uuidOf(type: string, id: string): string | null {
  const decoded = decodeGlobalId(id)
  return decoded?.type === type && isUuid(decoded.key) ? decoded.key : null
}
