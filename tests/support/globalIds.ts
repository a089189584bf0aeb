import { imageIdOf } from './photoLibrary.ts'

/** The API's id of what the services know by a key. */
export function globalId(type: string, key: string): string {
  return Buffer.from(`${type}:${key}`).toString('base64url')
}

/** The API's id of the photo with this number. */
export function photoId(number: number): string {
  return globalId('Photo', imageIdOf(number))
}
