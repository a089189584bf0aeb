import { z } from 'zod'

const instant = z.iso.datetime()

/** The account information of the specification, in UTC. */
export const informationSchema = z
  .object({
    delayedDeletionDate: instant.nullable(),
    lastOrderDate: instant.nullable(),
    projectCount: z.number().int(),
    projectedDeletionDate: instant,
    registrationDate: instant,
  })
  .meta({ id: 'AccountInformation' })
