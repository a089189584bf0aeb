import {
  allCustomers,
  customers,
  ofCaller,
  ofOwner,
  onlyServices,
  publicDocument,
  type Rows,
  type SocketRows,
} from '../row.ts'
import type { Scene } from '../scenes.ts'

const content = { productCode: 'PAP_810', articleType: 'Calendar', photoIds: [] }
const voucherPath = ({ owner }: Scene) => `/vouchers/api/v1/campaigns/offers/${owner.voucher}`
const listPath = ({ owner }: Scene) => `/projects/api/v2/projects/${owner.account}`
const price = { amount: '20.00', currency: 'EUR' }
const linesOf = (photoId: string) => [{ photoId, variant: '10X15', quantity: 1 }]
/** The owner's call changes something, and its answer does not show the owner's data. */
const changedByOwner = { changes: ['owner'], id: 'project' } as const

/** The services of vouchers and projects. */
export const shopRows: Rows = {
  'GET /vouchers/openapi.json': publicDocument,
  'GET /vouchers/api/v1/campaigns/offers/:optionCode': { ...ofOwner, id: 'voucher', path: voucherPath },
  'POST /vouchers/api/v1/campaigns/offers/lookup': {
    ...ofCaller,
    body: ({ owner }) => ({ optionCodes: [owner.voucher] }),
  },
  'POST /vouchers/api/v1/reservations': {
    answers: onlyServices(409),
    body: ({ owner }) => ({
      accountId: owner.account,
      code: owner.voucher,
      key: 'another',
      lines: [{ id: '1', productCode: 'PAP_910', price }],
    }),
  },
  'DELETE /vouchers/api/v1/reservations/:id': { answers: onlyServices(204), id: 'reservation', changes: ['service'] },
  'POST /vouchers/api/v1/reservations/release': {
    answers: onlyServices(204),
    body: ({ owner }) => ({ accountId: owner.account, key: 'basket' }),
    changes: ['service'],
  },
  'GET /shop/openapi.json': publicDocument,
  'GET /shop/metrics': publicDocument,
  // Each customer has their own baskets. The voucher is personal, so others learn nothing about it.
  'POST /shop/v1/quotes': {
    answers: allCustomers(),
    body: ({ owner }) => ({ basketId: 'another', country: 'NL', lines: linesOf(owner.photo), voucher: owner.voucher }),
    what: () => '"reserved"',
    sees: ['owner'],
  },
  // Nothing is ordered, because the total differs from the quote. Only the owner and the participant can read the
  // photo.
  'POST /shop/v1/orders': {
    answers: allCustomers(409),
    headers: { 'idempotency-key': 'basket' },
    body: ({ owner }) => ({
      lines: linesOf(owner.photo),
      deliveryAddress: { country: 'NL', name: owner.mark, street: 'Kade', city: 'Breda' },
      quotedTotal: price,
      payment: 'succeeds',
      channel: 'k',
    }),
    what: () => '"missingPhotoIds":[]',
    sees: ['participant', 'owner'],
  },
  'PUT /shop/v1/orders/:code/payment': {
    ...ofOwner,
    id: 'order',
    path: ({ owner }) => `/shop/v1/orders/${owner.order}/payment`,
    body: () => ({ payment: 'succeeds' }),
    what: ({ order }) => order,
  },
  'GET /projects/openapi.json': publicDocument,
  'GET /projects/api/v2/projects/:accountId': { ...ofOwner, id: 'account', path: listPath },
  'GET /projects/api/v2/project/:id': { ...ofOwner, id: 'project' },
  // Each account has its own ids: for others, there is no project to replace.
  'PUT /projects/api/v2/project/:id': {
    ...changedByOwner,
    answers: customers(200, 412, 412),
    headers: { 'if-match': '*' },
    body: () => ({ ...content, name: 'Another name' }),
  },
  'DELETE /projects/api/v2/project/:id': { ...changedByOwner, answers: customers(204, 404, 404) },
  // The project was not deleted, so the call changes nothing.
  'PUT /projects/api/v2/project/:id/restore': { ...ofOwner, id: 'project' },
  // Others have no project with this id, and none that uses this photo.
  'POST /projects/api/v2/projects/lookup': {
    answers: allCustomers(),
    body: ({ owner }) => ({ projectIds: [owner.project] }),
    sees: ['owner'],
  },
  'POST /projects/api/v2/projects/using': {
    answers: allCustomers(),
    body: ({ owner }) => ({ photoIds: [owner.photo] }),
    sees: ['owner'],
  },
}

export const shopSockets: SocketRows = {
  'GET /projects/events': {
    event: (instant) => ({
      type: 'project.saved',
      data: { projectId: '018f3c1a-0000-7000-8000-00000000000c', projectCount: 1, timestamp: instant },
    }),
  },
}
