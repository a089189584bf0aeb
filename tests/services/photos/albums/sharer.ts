import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import type { PhotosTables } from '../../../../services/photos/tables.ts'
import type { Kysely } from 'kysely'
import { createInstallation, type DatabaseKind, type Installation } from '../../../support/database.ts'
import { Customer, type PhotoServices, startPhotoServices } from '../../storage/customer.ts'
import { seedMany } from '../seeding.ts'

/** A customer with albums, over HTTP. */
export class Sharer extends Customer {
  get email(): string {
    return `${this.id.slice(-1)}@example.com`
  }

  async album(name = 'Summer in Brittany'): Promise<string> {
    return (await this.call('POST', '/photos/albums', { body: { name } })).body.albumId
  }

  async add(albumId: string, photoIds: readonly string[]) {
    return this.call('POST', `/photos/albums/${albumId}/photos`, { body: { photoIds } })
  }

  /** Removes photos from an album. */
  async take(albumId: string, photoIds: readonly string[]) {
    return this.call('DELETE', `/photos/albums/${albumId}/photos`, { body: { photoIds } })
  }

  async readAlbum(albumId: string) {
    return (await this.call('GET', `/photos/albums/${albumId}`)).body
  }

  /** The ids of an album's photos, page by page. */
  async photosIn(path: string, query = ''): Promise<string[]> {
    const ids: string[] = []
    let cursor: string | null = null
    do {
      const after: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
      const { body } = await this.call('GET', `/photos/${path}/photos?${query}${after}`)
      ids.push(...body.images.map(({ imageId }: { imageId: string }) => imageId))
      cursor = body.cursor
    } while (cursor !== null)
    return ids
  }
}

/** A demo installation of storage and photos, started once for a group of tests. */
export interface Gallery {
  readonly running: PhotoServices
  readonly database: Kysely<PhotosTables>
  newSharer(): Sharer
  /** Inserts photos without files. */
  photosOf(sharer: Sharer, count: number): Promise<string[]>
  /** Adds participants to an album, by the operator's call. */
  share(albumId: string, participants: readonly { sharer: Sharer; photoIds?: readonly string[] }[]): Promise<void>
  operator(method: string, path: string, body?: unknown): ReturnType<Customer['call']>
}

export function useGallery(kind: DatabaseKind): Gallery {
  let installation: Installation
  let running: PhotoServices
  let secret = ''
  beforeAll(async () => {
    installation = await createInstallation(kind)
    running = await startPhotoServices(installation, { DEMO: 'true' })
    secret = (await readFile(join(installation.dataDir, 'keys', 'operator'), 'utf8')).trim()
  })
  afterAll(async () => {
    await running.close()
    await installation.remove()
  })
  const database = () => running.services.platform.database<PhotosTables>('photos')
  const operator: Gallery['operator'] = (method, path, body) =>
    new Customer(running.services.url, running.issuer).call(method, path, {
      body,
      headers: { authorization: '', 'x-operator-secret': secret },
    })
  return {
    get running() {
      return running
    },
    get database() {
      return database()
    },
    newSharer: () => new Sharer(running.services.url, running.issuer, randomUUID()),
    photosOf: (sharer, count) => seedMany(database(), sharer.id, count),
    async share(albumId, participants) {
      const body = {
        albumId,
        participants: participants.map(({ sharer, photoIds = [] }) => ({
          id: sharer.id,
          email: sharer.email,
          photoIds,
        })),
      }
      const { status } = await operator('POST', '/photos/dev/shared-albums', body)
      if (status !== 200) throw new Error(`The album could not be shared: ${status}`)
    },
    operator,
  }
}
