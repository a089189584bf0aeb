import { z } from 'zod'
import { count, opaque } from '../wireParts.ts'
import { wireSchema } from '../wireSchema.ts'
import { photo } from './wire.ts'

const anyAlbum = z.object({
  albumId: opaque,
  albumName: z.string().min(1),
  photosCount: count,
  created: z.string(),
})

const album = anyAlbum.extend({
  coverPhoto: photo.nullable(),
  updated: z.string(),
  userId: opaque,
  isShared: z.boolean(),
})

const address = z.string().regex(/^[^@\s]+@[^@\s]+$/)
const member = z.object({ email: address })
const identifiedMember = member.extend({ id: opaque })

/**
 * Lists of shared albums include the owner and the participants. The answer for a single shared album may lack them:
 * then the call for its members returns them.
 */
const sharedAlbum = anyAlbum.extend({
  coverPhoto: photo.nullish(),
  ownerId: opaque,
  owner: member.nullish(),
  participants: z.array(member).nullish(),
  /** Our addition to the specification. */
  sharesLocations: z.boolean().optional(),
})

const listedSharedAlbum = sharedAlbum.extend({ owner: member, participants: z.array(member) })

/** An album as its owner gets it. */
export type WireAlbum = z.infer<typeof album>

/** A shared album as its owner and participants get it. */
export type WireSharedAlbum = z.infer<typeof sharedAlbum>

/** The owner or a participant of a shared album; lists have only the e-mail address. */
export type WireMember = z.infer<typeof member> & Partial<z.infer<typeof identifiedMember>>

/** Schema of one album. */
export const wireAlbum = wireSchema(album)

/** Schema of a page of albums; `cursor` is the cursor of the next page, null or absent on the last. */
export const wireAlbumPage = wireSchema(z.object({ albums: z.array(album), cursor: opaque.nullish() }))

/** Schema of one shared album. */
export const wireSharedAlbum = wireSchema(sharedAlbum)

/** Schema of a shared album's owner and participants. */
export const wireMembers = wireSchema(z.object({ owner: identifiedMember, participants: z.array(identifiedMember) }))

/** Schema of a page of shared albums. */
export const wireSharedAlbumPage = wireSchema(
  z.object({ albums: z.array(listedSharedAlbum), cursor: opaque.nullish() }),
)

/** Schema of a created album's id. */
export const wireCreatedAlbum = wireSchema(z.object({ albumId: opaque }))

/** Schema of the numbers of albums shared with and by the customer. */
export const wireSharedAlbumsSummary = wireSchema(z.object({ readAlbumsCount: count, grantedAlbumsCount: count }))
