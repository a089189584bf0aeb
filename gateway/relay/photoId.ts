import { decodeGlobalId, encodeGlobalId } from './globalId.ts'

/** The photos service's ids; anything else is not asked for. */
export const serviceIdPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The global id of a photo. */
export function photoIdOf(imageId: string): string {
  return encodeGlobalId('Photo', imageId)
}

/** The service's id of a photo's global id; null when it is none. */
export function imageIdOf(id: string): string | null {
  const named = decodeGlobalId(id)
  return named?.type === 'Photo' && serviceIdPattern.test(named.key) ? named.key : null
}
