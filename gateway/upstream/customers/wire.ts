import { z } from 'zod'
import { count } from '../wireParts.ts'
import { wireSchema } from '../wireSchema.ts'

/** A date, or a time; without an offset it is UTC. */
const instant = z.string().regex(/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/)

const accountInformation = z.object({
  delayedDeletionDate: instant.nullish(),
  lastOrderDate: instant.nullish(),
  projectCount: count,
  projectedDeletionDate: instant,
  registrationDate: instant,
})

/** Account information: when a customer's photos will be deleted, and the dates that determine this. */
export type WireAccountInformation = z.infer<typeof accountInformation>

/** Schema of the account information. */
export const wireAccountInformation = wireSchema(accountInformation)
