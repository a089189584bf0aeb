import { z } from 'zod'

/**
 * A fact that an event reports, such as `photo 0190…`. The same fact has the same name in the database and at
 * subscribers.
 */
export type Fact = string

/** A row of `platform.events`. */
export interface StoredEvent {
  readonly type: string
  readonly data: unknown
}

const photo = z.object({ imageId: z.string() }).transform(({ imageId }) => [`photo ${imageId}`])
const album = z.object({ albumId: z.string() }).transform(({ albumId }) => [albumFact(albumId)])
const uploads = z
  .object({ uploads: z.array(z.object({ uploadId: z.string() })) })
  .transform((data) => data.uploads.map(({ uploadId }) => endOfUpload(uploadId)))
const archive = z
  .object({ key: z.string(), downloadId: z.string() })
  .transform(({ key, downloadId }) => [`archive ${downloadId} ${key}`])
const libraryExport = z
  .object({ backupId: z.string(), status: z.string() })
  .transform(({ backupId, status }) => (isEnd(status) ? [`export ${backupId} ${status}`] : []))

/** Events of other types are for other services, or report progress, which subscribers need not get. */
const storedEvents: Readonly<Record<string, z.ZodType<Fact[]>>> = {
  'photo.added': photo,
  'album.changed': album,
  'uploads.ended': uploads,
  'download.started': archive,
  'download.finished': archive,
  'download.error': archive,
  'export.changed': libraryExport,
}

/** The facts that a stored event reports. */
export function factsOfStored({ type, data }: StoredEvent): Fact[] {
  return storedEvents[type]?.parse(data) ?? []
}

const received = z.union([
  z
    .object({
      libraryEvents: z.object({
        cursor: z.string(),
        isTruncated: z.literal(false),
        addedPhotoIds: z.array(z.string()),
        changedAlbumIds: z.array(z.string()),
        endedUploads: z.array(z.object({ uploadId: z.string() })),
      }),
    })
    .transform(({ libraryEvents: { cursor, addedPhotoIds, changedAlbumIds, endedUploads } }) => ({
      cursor,
      facts: [
        ...addedPhotoIds.map((id) => `photo ${keyIn(id)}`),
        ...changedAlbumIds.map((id) => albumFact(keyIn(id))),
        ...endedUploads.map(({ uploadId }) => endOfUpload(uploadId)),
      ],
    })),
  z
    .object({
      archiveEvents: z.object({
        cursor: z.string(),
        key: z.string().nullable(),
        downloadId: z.string().nullable(),
      }),
    })
    .transform(({ archiveEvents: { cursor, key, downloadId } }) => ({
      cursor,
      facts: key === null || key === 'PROGRESS' ? [] : [`archive ${downloadId} ${key.toLowerCase()}`],
    })),
  z
    .object({
      exportEvents: z.object({
        cursor: z.string(),
        backupId: z.string().nullable(),
        status: z.string().nullable(),
      }),
    })
    .transform(({ exportEvents: { cursor, backupId, status } }) => ({
      cursor,
      facts: isEnd(status) ? [`export ${backupId} ${status}`] : [],
    })),
])

/** The cursor and the facts of an event that a subscriber has received. @throws ZodError if the event is truncated */
export function readReceived(data: unknown): { readonly cursor: string; readonly facts: readonly Fact[] } {
  return received.parse(data)
}

/** False for changes of an album, which can happen often. All other facts happen once. */
export function happensOnce(fact: Fact): boolean {
  return !fact.startsWith(albumFact(''))
}

/** The fact that an upload has ended. */
export function endOfUpload(id: string): Fact {
  return `upload ${id}`
}

function albumFact(id: string): Fact {
  return `album ${id}`
}

function isEnd(status: string | null): boolean {
  return status === 'READY' || status === 'FAILED'
}

/** Returns the id that the services use, from a global id. */
function keyIn(globalId: string): string {
  return Buffer.from(globalId, 'base64url').toString().split(':')[1] ?? globalId
}
