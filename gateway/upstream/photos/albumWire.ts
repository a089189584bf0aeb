import { z } from 'zod'
import { wireSchema } from '../wireSchema.ts'
import { count, photo } from './wire.ts'

const anyAlbum = z.object({
  albumId: z.string(),
  albumName: z.string().min(1),
  coverPhoto: photo.nullable(),
  photosCount: count,
  created: z.string(),
  updated: z.string(),
})

const album = anyAlbum.extend({ userId: z.string(), isShared: z.boolean() })

const member = z.object({ email: z.string() })

const sharedAlbum = anyAlbum.extend({ ownerId: z.string(), owner: member, participants: z.array(member) })

/** An album, as the photos service sends it to its owner. */
export type WireAlbum = z.infer<typeof album>

/** A shared album, as the photos service sends it to its owner and its participants alike. */
export type WireSharedAlbum = z.infer<typeof sharedAlbum>

/** One album. */
export const wireAlbum = wireSchema(album)

/** A page of albums; `cursor` is where the next one begins, null on the last. */
export const wireAlbumPage = wireSchema(z.object({ albums: z.array(album), cursor: z.string().nullish() }))

/** One shared album. */
export const wireSharedAlbum = wireSchema(sharedAlbum)

/** A page of shared albums, likewise. */
export const wireSharedAlbumPage = wireSchema(z.object({ albums: z.array(sharedAlbum), cursor: z.string().nullish() }))

/** The id of an album that was made. */
export const wireCreatedAlbum = wireSchema(z.object({ albumId: z.string() }))

/** How many albums of others the customer takes part in, and shares of their own. */
export const wireSharedAlbumsSummary = wireSchema(z.object({ readAlbumsCount: count, grantedAlbumsCount: count }))

/** The answer of calls that have nothing to say: whatever is in it, it is done. */
export const wireDone = wireSchema(z.object({}).nullable())
