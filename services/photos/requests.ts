import { z } from 'zod'
import { limitSchema, maximumPerRequest } from '../platform/requests.ts'
import type { SortKey } from './cursor.ts'

const maxIdCharacters = 1_024

/** The order of photos. */
export function orderSchema(defaultKey: SortKey) {
  return z.object({
    sortKey: z.enum(['created', 'dateTaken']).default(defaultKey),
    sortOrder: z.enum(['asc', 'desc']).default('desc'),
  })
}

/** A page of photos, and their order. */
export function listSchema(defaultLimit: number, defaultKey: SortKey) {
  return z.object({
    cursor: z.string().max(1_000).optional(),
    limit: limitSchema(defaultLimit),
    ...orderSchema(defaultKey).shape,
  })
}

export const photoIdsSchema = z.object({
  photoIds: z.array(z.string().max(maxIdCharacters)).min(1).max(maximumPerRequest),
})
