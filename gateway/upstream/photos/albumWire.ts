import { z } from 'zod'
import { count } from '../wireParts.ts'
import { wireSchema } from '../wireSchema.ts'
import { photo } from './wire.ts'

const anyAlbum = z.object({
  albumId: z.string(),
  albumName: z.string().min(1),
  photosCount: count,
  created: z.string(),
})

const album = anyAlbum.extend({
  coverPhoto: photo.nullable(),
  updated: z.string(),
  userId: z.string(),
  isShared: z.boolean(),
})

const address = z.string().regex(/^[^@\s]+@[^@\s]+$/)
const member = z.object({ email: address })
const identifiedMember = member.extend({ id: z.string() })

/** Who has to do with it may be a call of its own. */
const sharedAlbum = anyAlbum.extend({
  coverPhoto: photo.nullish(),
  ownerId: z.string(),
  owner: member.nullish(),
  participants: z.array(member).nullish(),
})

const listedSharedAlbum = sharedAlbum.extend({ owner: member, participants: z.array(member) })

/** An album, as the photos service sends it to its owner. */
export type WireAlbum = z.infer<typeof album>

/** A shared album, as the photos service sends it to its owner and its participants alike. */
export type WireSharedAlbum = z.infer<typeof sharedAlbum>

/** Somebody who has to do with a shared album; in lists by their address only. */
export type WireMember = z.infer<typeof member> & Partial<z.infer<typeof identifiedMember>>

/** One album. */
export const wireAlbum = wireSchema(album)

/** A page of albums; `cursor` is where the next one begins, null on the last. */
export const wireAlbumPage = wireSchema(z.object({ albums: z.array(album), cursor: z.string().nullish() }))

/** One shared album. */
export const wireSharedAlbum = wireSchema(sharedAlbum)

/** Who has to do with a shared album. */
export const wireMembers = wireSchema(z.object({ owner: identifiedMember, participants: z.array(identifiedMember) }))

/** A page of shared albums, likewise. */
export const wireSharedAlbumPage = wireSchema(
  z.object({ albums: z.array(listedSharedAlbum), cursor: z.string().nullish() }),
)

/** The id of an album that was made. */
export const wireCreatedAlbum = wireSchema(z.object({ albumId: z.string() }))

/** How many albums of others the customer takes part in, and shares of their own. */
export const wireSharedAlbumsSummary = wireSchema(z.object({ readAlbumsCount: count, grantedAlbumsCount: count }))

/** The answer of calls that have nothing to say: whatever is in it, it is done. */
export const wireDone = wireSchema(z.object({}).nullable())
