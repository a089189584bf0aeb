import { badInput } from '../../../errors/codes.ts'
import { eachOnce, photosNotFound } from '../../../relay/namedPhotos.ts'
import { imageIdOf } from '../../../relay/photoId.ts'
import type { DownloadWish } from '../../../upstream/downloads/downloadsClient.ts'
import type { WireDownload } from '../../../upstream/downloads/wire.ts'

/** As specified. */
const maximumPhotos = 100
const longestName = 255
/** What a header can carry as it is. */
const keyPattern = /^[\x21-\x7e]{1,255}$/

/** What both ways to ask for an archive take. */
interface Input {
  readonly photoIds: readonly string[]
  readonly name?: string | null
  readonly idempotencyKey?: string | null
}

/**
 * The photos that can be some, by the service's ids, each once and in order.
 * @throws BAD_USER_INPUT for none, and for more than 100
 */
export function chosenPhotos({ photoIds }: Input): readonly string[] {
  return eachOnce(photoIds, maximumPhotos)
    .map(imageIdOf)
    .filter((imageId) => imageId !== null)
}

/** @throws BAD_USER_INPUT for a name that is too long, and for a key that no header can carry */
export function wishOf({ name, idempotencyKey }: Input): DownloadWish {
  if (typeof name === 'string' && name.length > longestName)
    throw badInput(`"name" has ${name.length} characters; it may have ${longestName} at most.`)
  if (typeof idempotencyKey === 'string' && !keyPattern.test(idempotencyKey))
    throw badInput('"idempotencyKey" must be 1 to 255 letters, digits and signs of ASCII, without spaces.')
  return { name: name?.trim() || null, idempotencyKey: idempotencyKey ?? null }
}

/** What became of asking; null: none of the photos is there. */
export function resultOf(download: WireDownload | null) {
  return download ? ({ __typename: 'RequestDownloadSuccess', download } as const) : photosNotFound
}
