import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { blobFiles } from '../../services/archiveServices.ts'
import { drawPictures, Importer, type OlderAlbum, OlderLibraries } from '../../services/photos/activation/older.ts'
import { type Photo, until } from '../../services/storage/customer.ts'
import { keysInBucket } from '../../support/blobSettings.ts'
import type { KillableServices } from '../../support/killableServices.ts'
import { withPlatform } from './library.ts'
import { compare, type Finding, type LongWork, type Round } from './longWork.ts'

type WholeAlbum = Required<Pick<OlderAlbum, 'name' | 'files'>>

const copiesEach = 4
const albumsCount = 4
/** An original and three renditions. */
const filesPerPhoto = 4

/**
 * An older library of 80 pictures in four albums. Every fourth picture occurs twice. Three more files are damaged, and
 * two are missing.
 */
export const importWork: LongWork = createImportWork(80)

/** @param count the number of different pictures */
export function createImportWork(count: number): LongWork {
  return {
    name: 'import',
    services: 'storage,photos,push',
    async prepare(services) {
      const customer = new Importer(services.url, services.issuer)
      const pictures = await drawPictures(count)
      const albums = await putLibrary(OlderLibraries.of(services.installation), customer.id, pictures)
      return new ImportRound(services, customer, pictures, albums)
    },
  }
}

async function putLibrary(
  older: OlderLibraries,
  ownerId: string,
  pictures: readonly Buffer[],
): Promise<readonly WholeAlbum[]> {
  const files = new Map<string, Buffer | string>(pictures.map((bytes, number) => [`files/${number}.jpg`, bytes]))
  const albums = Array.from({ length: albumsCount }, (_, album) => ({
    name: `Album number ${album}`,
    files: pictures.flatMap((_picture, number) => (number % albumsCount === album ? [`files/${number}.jpg`] : [])),
  }))
  pictures.forEach((bytes, number) => {
    if (number % copiesEach === 0) files.set(`files/copies/${number}.jpg`, bytes)
  })
  for (const number of [1, 2, 3]) files.set(`files/broken ${number}.jpg`, 'broken')
  const listed = [...(albums[0]?.files ?? []), 'files/gone 1.jpg', 'files/gone 2.jpg']
  const index = { albums: [{ ...albums[0], files: listed }, ...albums.slice(1)] }
  await older.put(ownerId, { files: Object.fromEntries(files), index })
  return albums
}

class ImportRound implements Round {
  readonly #services: KillableServices
  readonly #customer: Importer
  readonly #pictures: readonly Buffer[]
  readonly #albums: readonly WholeAlbum[]

  constructor(
    services: KillableServices,
    customer: Importer,
    pictures: readonly Buffer[],
    albums: readonly WholeAlbum[],
  ) {
    this.#services = services
    this.#customer = customer
    this.#pictures = pictures
    this.#albums = albums
  }

  async begin(): Promise<void> {
    await this.#customer.start()
  }

  async end(): Promise<void> {
    // Wait twice: the killed process's lease lasts ten seconds more, and the machine may be busy.
    await this.#customer.untilEnded().catch(async () => this.#customer.untilEnded())
  }

  async verify(): Promise<Finding[]> {
    const { state, foundCount, importedCount, existingCount, failedCount } = await this.#customer.untilEnded()
    const copies = Math.ceil(this.#pictures.length / copiesEach)
    const counts = [this.#pictures.length + copies + 5, this.#pictures.length, copies, 5]
    return [
      compare('right result', 'the state', state, 'finished'),
      compare('right result', 'the counts', [foundCount, importedCount, existingCount, failedCount], counts),
      ...(await this.#checkPhotos()),
      ...(await this.#checkAlbums()),
      ...(await this.#checkSideEffects()),
    ]
  }

  async #checkPhotos(): Promise<Finding[]> {
    const photos = await this.#customer.photos()
    const contents = await Promise.all(photos.map((photo) => this.#contentOf(photo)))
    const sums = contents.map(sumOf).toSorted()
    const expected = this.#pictures.map(sumOf).toSorted()
    return [
      compare('no duplicates', 'photos', photos.length, new Set(sums).size),
      compare('nothing lost', 'contents', sums, expected),
    ]
  }

  async #contentOf({ untouchedUrl }: Photo): Promise<Buffer> {
    return Buffer.from(await (await this.#customer.read(untouchedUrl)).arrayBuffer())
  }

  async #checkAlbums(): Promise<Finding[]> {
    const albums = await this.#customer.report('albums')
    const sums = albums.map((album) => album.foundCount - album.importedCount - album.existingCount - album.failedCount)
    // Storage receives the events of the last photos after the import has ended.
    const processing = async () => (await this.#customer.call('GET', '/storage/uploads/processing')).body.count
    await until(async () => ((await processing()) === 0 ? true : null), 'the uploads to end')
    const all = (await this.#customer.call('GET', '/photos/albums')).body.albums.length
    const findings = [
      compare('right result', 'files without a result, per album', Math.max(...sums.map(Math.abs)), 0),
      compare('no duplicates', 'albums', all, this.#albums.length),
    ]
    for (const { name, files } of this.#albums) {
      const albumId = albums.find((album) => album.name === name)?.albumId
      const shown = await this.#customer.shownIn(albumId)
      const expected = files.map((path) => path.replace('files/', ''))
      findings.push(compare('nothing lost', `the photos of ${name}`, shown, expected))
    }
    return findings
  }

  async #checkSideEffects(): Promise<Finding[]> {
    const { id: owner } = this.#customer
    const { rows } = await withPlatform(this.#services, async (platform) =>
      sql<{ started: number; finished: number; originals: number; receiving: number }>`
        select (select count(*) from platform.events where type = 'activation.started') as started,
          (select count(*) from platform.events where type = 'activation.finished') as finished,
          (select count(*) from storage.originals) as originals,
          (select count(*) from storage.uploads where state in ('RECEIVING', 'PROCESSING')) as receiving`.execute(
        platform.database<unknown>('photos'),
      ),
    )
    const blobs = await blobFiles(this.#services.installation.dataDir, `photos/${owner}`)
    const { dataDir } = this.#services.installation
    const uploads = (await keysInBucket(dataDir, 'uploads')) ?? (await readdir(join(dataDir, 'uploads')))
    const expected = { started: 1, finished: 1, originals: this.#pictures.length, receiving: 0 }
    return [
      compare('no duplicates', 'events and stored files', rows[0], expected),
      compare('no orphans', 'files of photos', blobs.length, this.#pictures.length * filesPerPhoto),
      compare('no orphans', 'files of uploads', uploads, []),
    ]
  }
}

function sumOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
