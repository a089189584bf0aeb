import { GetObjectCommand, NoSuchKey, type S3Client } from '@aws-sdk/client-s3'
import { z } from 'zod'
import type { PostgresServer } from '../../support/postgresServer.ts'
import { connectToS3 } from '../../support/s3Server.ts'
import { type IncompleteUpload, readIncompleteUploads, readKeys, readRules } from './bucket.ts'
import { type Fact, factsOfStored } from './facts.ts'
import type { Topology } from './stack.ts'
import { checksumOf } from './uploads.ts'

/** A photo of the library. */
export interface FoundPhoto {
  readonly id: string
  /** The checksum of what was uploaded, according to the database. */
  readonly checksum: string
  /** The checksum of the original in the bucket. Null if the bucket has no original. */
  readonly blobChecksum: string | null
  /** The keys of pictures that the bucket does not have. */
  readonly missingKeys: readonly string[]
}

/** What an installation has of one customer, in the database and in the bucket. */
export interface Found {
  /** Names by id. */
  readonly albums: ReadonlyMap<string, string>
  readonly photos: readonly FoundPhoto[]
  /** The state of each upload, and its photo. */
  readonly uploads: ReadonlyMap<string, { readonly state: string; readonly photoId: string }>
  readonly archives: readonly {
    readonly id: string
    readonly name: string
    readonly state: string
    readonly hasBlob: boolean
  }[]
  /** The state of each export that has not expired. */
  readonly exports: ReadonlyMap<string, string>
  /** The facts of all events, in order. A fact that several events report is in the list several times. */
  readonly facts: readonly Fact[]
  /** Nothing refers to these objects of the bucket, and no rule of the bucket removes them. */
  readonly strayKeys: readonly string[]
  readonly incompleteUploads: readonly IncompleteUpload[]
}

const readers = 8

const eventRows = z.array(z.object({ type: z.string(), data: z.unknown() }))
const pairRows = z.array(z.object({ id: z.string(), value: z.string() }))
const photoRows = z.array(
  z.object({ id: z.string(), checksum: z.string(), key: z.string(), pictures: z.array(z.string()) }),
)
const uploadRows = z.array(z.object({ id: z.string(), state: z.string(), photoId: z.string() }))
const archiveRows = z.array(z.object({ id: z.string(), name: z.string(), state: z.string() }))

/** Reads what an installation has of a customer. */
export async function readFound({ database, s3, bucket }: Topology, owner: string): Promise<Found> {
  const client = connectToS3(s3)
  try {
    const keys = await readKeys(client, bucket)
    const rules = await readRules(client, bucket)
    const found = {
      albums: new Map(await readPairs(database, `select id, name as value from photos.albums where ${of(owner)}`)),
      photos: await readPhotos(database, owner, keys, async (key) => readChecksum(client, bucket, key)),
      uploads: await readUploads(database, owner),
      archives: await readArchives(database, owner, keys),
      exports: new Map(await readPairs(database, `select id, status as value from exports.backups where ${of(owner)}`)),
      facts: await readFacts(database, owner),
    }
    const isReferred = referredBy(owner, found)
    return {
      ...found,
      strayKeys: [...keys].filter((key) => !isReferred(key) && !rules.removes(key)),
      incompleteUploads: await readIncompleteUploads(client, bucket, rules),
    }
  } finally {
    client.destroy()
  }
}

/** The facts of all events of a customer. */
export async function readFacts(database: PostgresServer, owner: string): Promise<Fact[]> {
  const statement = `select type, data from platform.events where ${of(owner, 'owner')} order by position`
  return eventRows.parse(await database.query(statement)).flatMap(factsOfStored)
}

function of(owner: string, column = 'owner_id'): string {
  return `${column} = '${owner}'`
}

async function readPairs(database: PostgresServer, statement: string): Promise<[string, string][]> {
  return pairRows.parse(await database.query(statement)).map(({ id, value }) => [id, value])
}

async function readPhotos(
  database: PostgresServer,
  owner: string,
  keys: ReadonlySet<string>,
  readBlob: (key: string) => Promise<string | null>,
): Promise<FoundPhoto[]> {
  const statement = `
    select photos.id, originals.checksum, original_key as key, array(
      select thumbnail->>'key' from jsonb_array_elements(to_jsonb(photos.thumbnails)) as thumbnail
    ) as pictures
    from photos.photos join storage.originals on image_id = photos.id where photos.${of(owner)}`
  const rows = photoRows.parse(await database.query(statement))
  const photos: FoundPhoto[] = []
  const read = async () => {
    for (let row = rows.pop(); row; row = rows.pop()) {
      const { id, checksum, key, pictures } = row
      const missingKeys = pictures.length === 0 ? ['pictures'] : pictures.filter((picture) => !keys.has(picture))
      photos.push({ id, checksum, blobChecksum: await readBlob(key), missingKeys })
    }
  }
  await Promise.all(Array.from({ length: readers }, read))
  return photos
}

async function readUploads(database: PostgresServer, owner: string): Promise<Found['uploads']> {
  const statement = `select id, state, image_id as "photoId" from storage.uploads where ${of(owner)}`
  return new Map(uploadRows.parse(await database.query(statement)).map((row) => [row.id, row]))
}

async function readArchives(
  database: PostgresServer,
  owner: string,
  keys: ReadonlySet<string>,
): Promise<Found['archives']> {
  const rows = await database.query(`select id, name, state from downloads.downloads where ${of(owner)}`)
  return archiveRows.parse(rows).map((row) => ({ ...row, hasBlob: keys.has(`downloads/${owner}/${row.id}.zip`) }))
}

/** Reads an object, and returns its checksum. Null if there is no such object. */
async function readChecksum(client: S3Client, bucket: string, key: string): Promise<string | null> {
  try {
    const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }))
    return checksumOf((await Body?.transformToByteArray()) ?? new Uint8Array())
  } catch (error) {
    if (error instanceof NoSuchKey) return null
    throw error
  }
}

/** Whether the database refers to a key. */
function referredBy(
  owner: string,
  { photos, uploads, archives, exports }: Pick<Found, 'photos' | 'uploads' | 'archives' | 'exports'>,
): (key: string) => boolean {
  const unfinished = [...uploads.values()].filter(({ state }) => state !== 'READY')
  const folders = new Set([
    ...photos.map(({ id }) => `photos/${owner}/${id}`),
    ...archives.map(({ id }) => `downloads/${owner}/${id}.zip`),
    // The files of failed attempts are removed with the export.
    ...[...exports.keys()].map((id) => `exports/${owner}/${id}`),
    // The upkeep job continues these uploads, and finds the originals that the bucket already has.
    ...unfinished.map(({ photoId }) => `photos/${owner}/${reservedPart(photoId)}`),
  ])
  return (key) => {
    const [kind = '', account = '', name = ''] = key.split('/')
    return [name, reservedPart(name)].some((part) => folders.has(`${kind}/${account}/${part}`))
  }
}

/** The part of a photo's id that was reserved for its upload. The rest depends on the content. */
function reservedPart(photoId: string): string {
  return photoId.slice(0, 'xxxxxxxx-xxxx-7'.length)
}
