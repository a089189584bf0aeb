import { z } from 'zod'
import { count, date, link, opaque, postalAddress } from '../wireParts.ts'
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

const text = z.string().nullish()

/** Of these fields, the specification names only the callback and the status. Our own service sends all of them. */
const customer = z.object({
  firstName: text,
  lastName: text,
  phone: text,
  dateOfBirth: date.nullish(),
  locale: text,
  company: text,
  vatId: text,
  registrationNumber: text,
  businessAccountStatus: text,
  callbackUrl: link.nullish(),
  callbackFormat: text,
  version: opaque.nullish(),
})

/** The profile of a customer. */
export type WireCustomer = z.infer<typeof customer>

/** Schema of a profile. */
export const wireCustomer = wireSchema(customer)

/** Of these fields, the specification names only the id. The texts of its messages imply others. */
const address = postalAddress.extend({ id: opaque, isDefault: z.boolean().nullish(), version: opaque.nullish() })

/** An address of the address book. */
export type WireAddress = z.infer<typeof address>

/** Schema of the address book. */
export const wireAddresses = wireSchema(z.object({ items: z.array(address), limit: count.nullish() }))

/** The address book of a customer. */
export type WireAddresses = z.infer<typeof wireAddresses.zod>

/** Schema of the answer to a write. Only the id of a new address is read; other answers may be empty. */
export const wireWritten = wireSchema(z.object({ id: opaque.nullish() }).nullable())

/** The answer to a write. */
export type WireWritten = z.infer<typeof wireWritten.zod>

/** Schema of the result of a test of the callback. */
export const wireCallbackTest = wireSchema(
  z.object({
    outcome: z.string(),
    callbackUrl: link,
    callbackFormat: z.string(),
    httpStatus: z.int32().nullish(),
    duration: count,
    text,
  }),
)

/** The result of a test of the callback. */
export type WireCallbackTest = z.infer<typeof wireCallbackTest.zod>

const dataFile = z.object({
  fileId: opaque,
  status: z.enum(['PREPARING', 'READY', 'FAILED']),
  failure: z.string().nullable(),
  requested: instant,
  fileName: z.string(),
  size: z.number().nullable(),
  expires: instant.nullable(),
})

/** Schema of a file with all data of a customer. */
export const wireDataFile = wireSchema(dataFile)

/** Schema of the list of these files, newest first. */
export const wireDataFiles = wireSchema(z.object({ items: z.array(dataFile) }))

/** A file with all data of a customer. */
export type WireDataFile = z.infer<typeof dataFile>
