import { z } from 'zod'
import { accountOf } from '../platform/access.ts'
import { idOr, nothing, type ServiceApp } from '../platform/contract.ts'
import { postalAddress, wirePostalAddress } from '../platform/postalAddress.ts'
import {
  addAddress,
  changeAddress,
  deleteAddress,
  listAddresses,
  maximumAddresses,
  noSuchAddress,
  restoreAddress,
  setDefaultAddress,
} from './addressBook.ts'
import { etagOf, versionHeader } from './versions.ts'
import type { Kysely } from 'kysely'
import type { CustomersTables } from './tables.ts'

const addressSchema = wirePostalAddress
  .extend({
    id: z.uuid(),
    isDefault: z.boolean(),
    version: z.number().int().describe('Changes with every change of the other fields, except `isDefault`.'),
  })
  .meta({ id: 'Address' })

const params = z.object({ id: idOr(noSuchAddress) })
const missing = { 404: ['NOT_FOUND'] }
const blocked = { 403: ['ACCOUNT_BLOCKED'] }

const list = {
  summary: 'Lists the addresses of the customer',
  description: 'The default address first, then the newest first. `limit` is the maximum number of addresses.',
  response: { 200: z.object({ items: z.array(addressSchema), limit: z.number().int() }) },
  problems: missing,
}

const add = {
  summary: 'Adds an address',
  description:
    'The first address becomes the default one, and so does an address with `isDefault`. A request that is repeated with the same `Idempotency-Key` adds nothing, ' +
    'and is answered with 200 and the address.',
  headers: z.looseObject({
    'idempotency-key': z
      .string()
      .regex(/^[\x21-\x7e]{1,80}$/, 'is 1 to 80 visible ASCII characters')
      .optional(),
  }),
  body: postalAddress.safeExtend({ isDefault: z.boolean().default(false) }),
  response: { 200: addressSchema, 201: addressSchema },
  problems: { ...missing, ...blocked, 400: ['INVALID_ADDRESS'], 409: ['TOO_MANY_ADDRESSES'] },
}

const change = {
  summary: 'Changes an address',
  description:
    '`If-Match` is optional and contains the version of the address. If all fields already have the values that were sent, nothing changes and the ' +
    'answer is 200, even if `If-Match` has an older version. Therefore, a repeated request succeeds.',
  params,
  headers: versionHeader,
  body: postalAddress,
  response: { 200: addressSchema },
  problems: { ...missing, ...blocked, 400: ['INVALID_ADDRESS'], 412: ['ADDRESS_CHANGED'] },
}

const remove = {
  summary: 'Deletes an address',
  description:
    'The address can be restored for a day, unless 50 other addresses are deleted after it. If it was the default one, the newest other address becomes the default. Deleting it again within that time changes nothing.',
  params,
  response: { 204: nothing },
  problems: { ...missing, ...blocked },
}

const restore = {
  summary: 'Restores a deleted address',
  description:
    'It becomes the default one if it was the default when it was deleted, or if there is no other address. Restoring it a second time changes nothing. Our addition to the specification.',
  params,
  response: { 200: addressSchema },
  problems: { ...missing, ...blocked, 409: ['TOO_MANY_ADDRESSES'] },
}

const setDefault = {
  summary: 'Makes an address the default one',
  description: 'Our addition to the specification.',
  params,
  response: { 200: addressSchema },
  problems: { ...missing, ...blocked },
}

/** Registers the routes by which customers keep their address book. */
export function registerAddressRoutes(app: ServiceApp, database: Kysely<CustomersTables>): void {
  app.get('/customers/me/addresses', { schema: list }, async (request) => ({
    items: await listAddresses(database, accountOf(request)),
    limit: maximumAddresses,
  }))

  app.post('/customers/me/addresses', { schema: add }, async (request, reply) => {
    const { isDefault, ...address } = request.body
    const requestKey = request.headers['idempotency-key']
    const added = await addAddress(database, accountOf(request), { address, isDefault, requestKey })
    return reply
      .status(added.isNew ? 201 : 200)
      .header('etag', etagOf(added.address))
      .send(added.address)
  })

  app.put('/customers/me/addresses/:id', { schema: change }, async (request, reply) => {
    const { params: named, headers, body } = request
    const changed = await changeAddress(database, accountOf(request), named.id, body, headers['if-match'])
    return reply.header('etag', etagOf(changed)).send(changed)
  })

  app.delete('/customers/me/addresses/:id', { schema: remove }, async (request, reply) => {
    await deleteAddress(database, accountOf(request), request.params.id)
    return reply.status(204).send()
  })

  app.put('/customers/me/addresses/:id/restore', { schema: restore }, async (request) =>
    restoreAddress(database, accountOf(request), request.params.id),
  )

  app.put('/customers/me/addresses/:id/default', { schema: setDefault }, async (request) =>
    setDefaultAddress(database, accountOf(request), request.params.id),
  )
}
