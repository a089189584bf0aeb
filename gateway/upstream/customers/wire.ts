import { z } from 'zod'
import { count } from '../wireParts.ts'
import { wireSchema } from '../wireSchema.ts'

/** A date, or a time with or without an offset; without one it is UTC. */
const instant = z.string().regex(/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/)

const accountInformation = z.object({
  delayedDeletionDate: instant.nullish(),
  lastOrderDate: instant.nullish(),
  projectCount: count,
  projectedDeletionDate: instant,
  registrationDate: instant,
})

/** How long a customer's photos are kept, and why, as the customers service sends it. */
export type WireAccountInformation = z.infer<typeof accountInformation>

/** How long a customer's photos are kept, and why. */
export const wireAccountInformation = wireSchema(accountInformation)
