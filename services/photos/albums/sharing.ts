import { type Kysely, type Transaction, sql } from 'kysely'
import { inTransaction } from '../transactions.ts'
import { lockAlbum, noSuchAlbum } from './access.ts'
import { insertLocked, lockPhotos, type Target } from './albumChanges.ts'
import { albumChangedEvents, albumEvent, findReaders } from './albumReaders.ts'
import type { Platform, PlatformEvent } from '../../platform/platform.ts'
import type { PhotosTables } from '../tables.ts'

/** A new participant, and the photos that this participant adds. */
export interface NewParticipant {
  readonly id: string
  readonly email: string
  readonly photoIds: readonly string[]
}

/**
 * Deletes the shared album for everyone if the account is its owner. Otherwise the account leaves the
 * album, and its photos are removed from the album.
 */
export async function deleteSharedAlbum(
  platform: Platform,
  database: Kysely<PhotosTables>,
  albumId: string,
  accountId: string,
): Promise<void> {
  await inTransaction(database, async (change) => {
    const album = await lockAlbum(change, albumId)
    if (album.owner_id !== accountId) {
      await platform.events.append(change, await removeLocked(change, albumId, album.owner_id, accountId))
      return
    }
    const readers = await findReaders(change, [albumId])
    if (readers.length === 1) throw noSuchAlbum()
    await change.deleteFrom('albums').where('id', '=', albumId).execute()
    await platform.events.append(change, [
      ...readers.map((reader) => albumEvent('album.removed', reader)),
      linksEnded(accountId, albumId, null),
    ])
  })
}

/**
 * Sets whether participants see where the owner's photos were taken. Throws a 404 problem if the account is not the
 * owner, or the album is not shared.
 */
export async function setLocationSharing(
  platform: Platform,
  database: Kysely<PhotosTables>,
  { albumId, ownerId }: Target,
  sharesLocations: boolean,
): Promise<void> {
  await inTransaction(database, async (change) => {
    const album = await lockAlbum(change, albumId)
    const readers = await findReaders(change, [albumId])
    if (album.owner_id !== ownerId || readers.length === 1) throw noSuchAlbum()
    await change.updateTable('albums').set({ shares_locations: sharesLocations }).where('id', '=', albumId).execute()
    await platform.events.append(
      change,
      readers.map((reader) => albumEvent('album.changed', reader)),
    )
  })
}

/** Removes a participant from an album. */
export async function removeParticipant(
  platform: Platform,
  database: Kysely<PhotosTables>,
  albumId: string,
  accountId: string,
): Promise<void> {
  await inTransaction(database, async (change) => {
    const album = await lockAlbum(change, albumId)
    await platform.events.append(change, await removeLocked(change, albumId, album.owner_id, accountId))
  })
}

/**
 * Adds participants to an album, with some of their photos. Skips the album's owner.
 * @returns the ids of those given photos that exist, including photos of the album's owner, which are not added
 */
export async function shareAlbum(
  change: Transaction<PhotosTables>,
  platform: Platform,
  albumId: string,
  participants: readonly NewParticipant[],
): Promise<ReadonlySet<string>> {
  const locked = new Set<string>()
  for (const { id, photoIds } of participants) {
    for (const photoId of await lockPhotos(change, id, photoIds)) locked.add(photoId)
  }
  const { owner_id: ownerId } = await lockAlbum(change, albumId)
  for (const { id, email, photoIds } of participants) {
    if (id === ownerId) continue
    await change
      .insertInto('album_participants')
      .values({ album_id: albumId, account_id: id, email })
      .onConflict((conflict) => conflict.columns(['album_id', 'account_id']).doUpdateSet({ email }))
      .execute()
    await insertLocked(change, albumId, photoIds, locked)
  }
  await touch(change, albumId)
  await platform.events.append(change, await albumChangedEvents(change, [albumId]))
  return locked
}

/**
 * Removes a participant, and ends all links that the album has issued to its photos. Call it with the album locked. If
 * the last participant leaves, the album is no longer shared.
 */
async function removeLocked(
  change: Transaction<PhotosTables>,
  albumId: string,
  ownerId: string,
  accountId: string,
): Promise<Omit<PlatformEvent, 'position'>[]> {
  const left = await change
    .deleteFrom('album_participants')
    .where('album_id', '=', albumId)
    .where('account_id', '=', accountId)
    .returning('account_id')
    .executeTakeFirst()
  if (!left) throw noSuchAlbum()
  await change.deleteFrom('album_photos').where('album_id', '=', albumId).where('owner_id', '=', accountId).execute()
  await touch(change, albumId)
  const generation = await raiseGeneration(change, albumId)
  const readers = await findReaders(change, [albumId])
  const gone = [accountId, ...(readers.length === 1 ? readers.map((reader) => reader.account_id) : [])]
  return [
    ...readers.map((reader) => albumEvent('album.changed', reader)),
    ...gone.map((account) =>
      albumEvent('album.removed', { album_id: albumId, account_id: account, is_owner: false, is_shared: true }),
    ),
    linksEnded(ownerId, albumId, generation),
  ]
}

/**
 * Increases the generation of an album's links.
 * @returns the new generation
 */
async function raiseGeneration(change: Transaction<PhotosTables>, albumId: string): Promise<number> {
  const { links_generation: generation } = await change
    .updateTable('albums')
    .set({ links_generation: sql<number>`links_generation + 1` })
    .where('id', '=', albumId)
    .returning('links_generation')
    .executeTakeFirstOrThrow()
  return generation
}

/**
 * The event that ends links to the photos of an album.
 * @param generation links of this and later generations stay valid; null ends all links
 */
function linksEnded(owner: string, albumId: string, generation: number | null): Omit<PlatformEvent, 'position'> {
  return { type: 'album.links-ended', owner, data: { albumId, generation } }
}

async function touch(change: Transaction<PhotosTables>, albumId: string): Promise<void> {
  await change
    .updateTable('albums')
    .set({ updated_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', albumId)
    .execute()
}
