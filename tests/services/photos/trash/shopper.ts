import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect } from 'vitest'
import type { PhotosTables } from '../../../../services/photos/tables.ts'
import { createInstallation, type DatabaseKind, type Installation } from '../../../support/database.ts'
import type { TokenContent } from '../../../support/tokens.ts'
import { type Photo, type PhotoServices, startPhotoServices } from '../../storage/customer.ts'
import { Sharer } from '../albums/sharer.ts'
import { seedMany } from '../seeding.ts'

export type Trashed = Photo & { readonly deleted: string; readonly expires: string }

/** A customer of a brand that may have a trash. */
export class Shopper extends Sharer {
  override async token(content?: TokenContent): Promise<string> {
    return super.token({ ...content, claims: { client_id: 'keepsake-web', ...content?.claims } })
  }

  /** Deletes photos of the library, as a page does. */
  async discard(photoIds: readonly string[]): Promise<void> {
    const { status, body } = await this.call('DELETE', '/photos/photos', { body: { photoIds } })
    expect([status, body]).toEqual([200, { failed: [] }])
  }

  async trash(query = ''): Promise<{ images: Trashed[]; cursor: string | null }> {
    return (await this.call('GET', `/photos/photos/trash${query}`)).body
  }

  async trashedIds(): Promise<string[]> {
    return (await this.trash('?limit=500')).images.map(({ imageId }) => imageId)
  }

  /** Returns the ids of those of the given photos that are in the trash. */
  async lookUp(photoIds: readonly string[]): Promise<string[]> {
    const { body } = await this.call('POST', '/photos/photos/trash/lookup', { body: { photoIds } })
    return body.images.map(({ imageId }: Photo) => imageId)
  }

  /** Returns the ids that could not be restored. */
  async restore(photoIds: readonly string[]): Promise<string[]> {
    return (await this.call('POST', '/photos/photos/trash/restore', { body: { photoIds } })).body.failed
  }

  async ids(): Promise<string[]> {
    return (await this.photos('?limit=500')).map(({ imageId }) => imageId).toSorted()
  }
}

/** The services of photos, whose customers have a trash of 30 days. */
export function useTrash(kind: DatabaseKind) {
  let installation: Installation
  let running: PhotoServices
  beforeAll(async () => {
    installation = await createInstallation(kind)
    running = await startPhotoServices(installation)
  })
  afterAll(async () => {
    await running.close()
    await installation.remove()
  })
  const database = () => running.services.platform.database<PhotosTables>('photos')
  return {
    database,
    get platform() {
      return running.services.platform
    },
    newShopper: () => new Shopper(running.services.url, running.issuer, randomUUID()),
    photosOf: (shopper: Shopper, count: number) => seedMany(database(), shopper.id, count),
    /** The types of an account's events, and the ids in the events that name many photos. */
    async events(ownerId: string): Promise<{ type: string; ids: string[] }[]> {
      const { rows } = await sql<{ type: string; ids: string[] }>`
        select type, array(
          select photo->>'imageId' from jsonb_array_elements(coalesce(data->'photos', '[]')) as photo
        ) as ids
        from platform.events where owner = ${ownerId} order by position`.execute(database())
      return rows
    },
    /** Ends the time in the trash of these photos. */
    async expire(ids: readonly string[]): Promise<void> {
      await sql`
        update photos.trashed_photos set expires_at = now() - interval '1 second'
        where id = any(${[...ids]}::uuid[])`.execute(database())
    },
  }
}
