import { type Kysely, sql, type Transaction } from 'kysely'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { AlbumLink } from '../platform/blobs/blobs.ts'
import type { PlatformEvent } from '../platform/platform.ts'
import type { StorageTables } from './tables.ts'

/** How long (ms) the generation of an album's links is cached. Ended links may work this much longer. */
const memoryMilliseconds = 2_000
const rememberedAlbums = 10_000

const endedSchema = z.object({ albumId: z.uuid(), generation: z.number().int().nullable() })

/** Reads from the events of the library which links of albums have ended, and records this. */
export async function endLinks(events: readonly PlatformEvent[], change: Transaction<StorageTables>): Promise<void> {
  for (const { data } of events) {
    const { albumId, generation } = endedSchema.parse(data)
    await change
      .insertInto('album_links')
      .values({ album_id: albumId, generation })
      .onConflict((conflict) => conflict.column('album_id').doUpdateSet({ generation }))
      .execute()
  }
}

/** Finds out whether a link to a photo of a shared album has ended. */
export class AlbumLinks {
  /** The oldest generation whose links are valid, by the id of the album. */
  readonly #oldest: LRUCache<string, { readonly generation: number }>
  readonly #database: Kysely<StorageTables>

  constructor(database: Kysely<StorageTables>) {
    this.#database = database
    this.#oldest = new LRUCache({ max: rememberedAlbums, ttl: memoryMilliseconds, fetchMethod: (id) => this.#read(id) })
  }

  async hasEnded({ albumId, generation }: AlbumLink): Promise<boolean> {
    const oldest = await this.#oldest.fetch(albumId)
    return oldest !== undefined && generation < oldest.generation
  }

  async #read(albumId: string): Promise<{ readonly generation: number }> {
    const row = await this.#database
      .selectFrom('album_links')
      .select(sql<number>`coalesce(generation, ${2 ** 31 - 1})`.as('generation'))
      .where('album_id', '=', albumId)
      .executeTakeFirst()
    return row ?? { generation: 0 }
  }
}
