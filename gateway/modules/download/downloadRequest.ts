import { badInput } from '../../errors/codes.ts'
import { keyOf } from '../../relay/globalId.ts'
import { distinctIdsOf, photosNotFound } from '../shared/namedPhotos.ts'
import type { DownloadOptions } from '../../upstream/downloads/downloadsClient.ts'
import type { WireDownload } from '../../upstream/downloads/wire.ts'

/** Maximum number of photos in an archive, from the specification. */
const maximumPhotos = 100
const longestName = 255
/** Visible ASCII characters only, because the idempotency key is sent as a header value without escaping. */
const keyPattern = /^[\x21-\x7e]{1,255}$/

/** The input fields that both download mutations share. */
interface DownloadInput {
  readonly photoIds: readonly string[]
  readonly name?: string | null
  readonly idempotencyKey?: string | null
}

/**
 * Returns the service's ids of the given photos, in order and without duplicates. Skips ids that are not photo ids.
 * @throws BAD_USER_INPUT for an empty list, and for more than 100 ids
 */
export function chosenPhotos({ photoIds }: DownloadInput): readonly string[] {
  return distinctIdsOf(photoIds, maximumPhotos)
    .map((id) => keyOf('Photo', id))
    .filter((imageId) => imageId !== null)
}

/**
 * Checks the name and the key of a request.
 * @throws BAD_USER_INPUT for a name that is too long, and for a key that is not a valid header value
 */
export function downloadOptionsOf({ name, idempotencyKey }: DownloadInput): DownloadOptions {
  if (typeof name === 'string' && name.length > longestName)
    throw badInput(`"name" has ${name.length} characters; it may have ${longestName} at most.`)
  if (typeof idempotencyKey === 'string' && !keyPattern.test(idempotencyKey))
    throw badInput('"idempotencyKey" must be 1 to 255 visible ASCII characters, without spaces.')
  return { name: name?.trim() || null, idempotencyKey: idempotencyKey ?? null }
}

/** The mutation's result; `download` is null when none of the photos exists. */
export function resultOf(download: WireDownload | null) {
  return download ? ({ __typename: 'RequestDownloadSuccess', download } as const) : photosNotFound
}
