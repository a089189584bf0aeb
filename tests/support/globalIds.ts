import { imageIdOf } from './photoLibrary.ts'

/** Returns the API's global id for a type and a service's id. */
export function globalId(type: string, key: string): string {
  return Buffer.from(`${type}:${key}`).toString('base64url')
}

/** Returns the global id of the photo with this number. */
export function photoId(number: number): string {
  return globalId('Photo', imageIdOf(number))
}
