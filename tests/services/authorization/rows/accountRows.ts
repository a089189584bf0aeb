import { demoReceiver } from '../../../../schema/rules/callbackUrl.ts'
import {
  allCustomers,
  customers,
  everybody,
  ofCaller,
  ofOwner,
  onlyBusinesses,
  onlyOperator,
  onlyServices,
  publicDocument,
  type Row,
  type Rows,
  type SocketRows,
  unlessBlocked,
} from '../row.ts'
import { passwordChangedAt } from '../signIns.ts'
import type { Scene } from '../scenes.ts'

const email = ({ owner }: Scene) => ({ email: owner.email })
const projects = () => '"projectCount":7654'
const readsInformation = { what: projects, sees: ['operator'] } as const
/** A sign-in that the caller's browser has not started. */
const foreignSignIn = '/identity/interaction/AAAAAAAAAAAAAAAAAAAAA'
/** The path of the changes of the owner's e-mail address. */
const foreignChange = ({ owner }: Scene) => `/identity/v2/identities/keepsake/${owner.account}/emailchanges`
/** The deletion of the owner's account. */
const deletionOf = ({ owner }: Scene) => `/identity/v2/identities/keepsake/${owner.account}/deleteaccount`
const nordic = '/identity/authorities/nordic'
const notStarted: Row = { answers: everybody(400), path: () => foreignSignIn }

const newAddress = {
  country: 'NL',
  name: 'Mira Bos',
  street: 'Prinsengracht',
  houseNumber: '7',
  postalCode: '1015 KH',
  city: 'Breda',
}

/** The services of the account area: identity, customers, site, push. */
export const accountRows: Rows = {
  'GET /identity/openapi.json': publicDocument,
  'GET /identity/assets/:version/:file': publicDocument,
  'GET /identity/assets/brands/:brand.css': { ...publicDocument, path: () => '/identity/assets/brands/keepsake.css' },
  'GET /identity/interaction/:uid': notStarted,
  'POST /identity/interaction/:uid': notStarted,
  'GET /identity/interaction/:uid/registration': { ...notStarted, path: () => `${foreignSignIn}/registration` },
  'POST /identity/interaction/:uid/registration': { ...notStarted, path: () => `${foreignSignIn}/registration` },
  'POST /identity/interaction/:uid/passkey': { ...notStarted, path: () => `${foreignSignIn}/passkey` },
  'GET /identity/interaction/:uid/new-passkey': { ...notStarted, path: () => `${foreignSignIn}/new-passkey` },
  'POST /identity/interaction/:uid/new-passkey': { ...notStarted, path: () => `${foreignSignIn}/new-passkey` },
  'GET /identity/interaction/:uid/consent': { ...notStarted, path: () => `${foreignSignIn}/consent` },
  'GET /identity/interaction/:uid/new-password': { ...notStarted, path: () => `${foreignSignIn}/new-password` },
  'POST /identity/interaction/:uid/consent': { ...notStarted, path: () => `${foreignSignIn}/consent` },
  'POST /identity/interaction/:uid/new-password': { ...notStarted, path: () => `${foreignSignIn}/new-password` },
  'GET /identity/password': { ...ofCaller, what: ({ account }) => passwordChangedAt(account).toISOString() },
  'GET /identity/sessions': ofCaller,
  // The call ends all sessions except that of the token. The tokens of this test have no session.
  'DELETE /identity/sessions': { answers: allCustomers(), changes: ['owner'] },
  'DELETE /identity/sessions/:id': { answers: customers(204, 404, 404), id: 'session', changes: ['owner'] },
  'GET /identity/connections': ofCaller,
  'DELETE /identity/connections/:id': { answers: customers(204, 404, 404), id: 'connection', changes: ['owner'] },
  'GET /identity/passkeys': ofCaller,
  'PATCH /identity/passkeys/:id': {
    answers: customers(204, 404, 404),
    id: 'passkey',
    body: () => ({ name: 'Renamed' }),
    changes: ['owner'],
  },
  'DELETE /identity/passkeys/:id': {
    answers: customers(204, 404, 404),
    id: 'passkey',
    path: ({ owner }) => `/identity/passkeys/${owner.passkey}?locale=en-GB`,
    changes: ['owner'],
  },
  // The route redirects everybody to the product's root, which the services do not have.
  'POST /identity/language': { answers: everybody(404) },
  // Links sent by mail. A request for a link has the same answer for every e-mail address.
  'GET /identity/link': { answers: everybody(200) },
  'POST /identity/link': { answers: everybody(200) },
  'GET /identity/link/:token': { answers: everybody(200), path: () => '/identity/link/unknown' },
  'POST /identity/link/:token': { answers: everybody(400), path: () => '/identity/link/unknown' },
  'GET /identity/password-reset': { answers: everybody(200) },
  'POST /identity/password-reset': { answers: everybody(200) },
  'GET /identity/password-reset/:token': { answers: everybody(400), path: () => '/identity/password-reset/unknown' },
  'POST /identity/password-reset/:token': { answers: everybody(400), path: () => '/identity/password-reset/unknown' },
  // Each customer gets the state of their own e-mail address.
  'GET /identity/email': { answers: allCustomers() },
  'POST /identity/email/confirmation': { answers: allCustomers(), body: () => ({ locale: 'en-GB' }) },
  // The path names the owner's identity, so others get 404. The owner has requested no change.
  'GET /identity/v2/identities/:idpType/:idpSub/emailchanges': { answers: allCustomers(404), path: foreignChange },
  'DELETE /identity/v2/identities/:idpType/:idpSub/emailchanges': { answers: allCustomers(404), path: foreignChange },
  'POST /identity/v2/identities/:idpType/:idpSub/emailchanges': {
    answers: customers(201, 404, 404),
    path: foreignChange,
    body: () => ({ email: 'new@example.com', channel: 'web' }),
    changes: ['owner'],
  },
  'POST /identity/v2/identities/:idpType/:idpSub/emailchanges/:token/actions/confirm': {
    answers: allCustomers(404),
    path: (scene) => `${foreignChange(scene)}/unknown/actions/confirm`,
  },
  'GET /identity/email-revert/:token': { answers: everybody(400), path: () => '/identity/email-revert/unknown' },
  'POST /identity/email-revert/:token': { answers: everybody(400), path: () => '/identity/email-revert/unknown' },
  'POST /identity/interaction/:uid/undo': { ...notStarted, path: () => `${foreignSignIn}/undo` },
  // Customers can delete only their own identity. The request mails a link, and changes nothing.
  'GET /identity/v2/identities/:idpType/:idpSub/deleteaccount': { answers: customers(200, 404, 404), path: deletionOf },
  'POST /identity/v2/identities/:idpType/:idpSub/deleteaccount': {
    answers: customers(204, 404, 404),
    path: deletionOf,
    body: () => ({ channel: 'k' }),
  },
  'POST /identity/v2/identities/:idpType/:idpSub/deleteaccount/:token/actions/confirm': {
    answers: customers(404, 404, 404),
    path: (scene) => `${deletionOf(scene)}/unknown/actions/confirm`,
  },
  'POST /identity/dev/deletions/due': { answers: onlyOperator(404), body: email },
  'POST /identity/dev/sessions/end': { answers: onlyOperator(204), body: email, changes: ['operator'] },
  'GET /identity/metrics': publicDocument,
  // The endpoints of the OpenID provider.
  'GET /identity/*': { answers: everybody(400), path: () => '/identity/auth' },
  'POST /identity/*': { answers: everybody(400), path: () => '/identity/token' },
  'OPTIONS /identity/*': { answers: everybody(404), path: () => '/identity/auth' },
  'GET /identity/authorities/:authority/*': { answers: everybody(400), path: () => `${nordic}/auth` },
  'POST /identity/authorities/:authority/*': { answers: everybody(400), path: () => `${nordic}/token` },
  'OPTIONS /identity/authorities/:authority/*': { answers: everybody(404), path: () => `${nordic}/auth` },
  // The route issues tokens for demo accounts only.
  'POST /identity/dev/token': { answers: onlyOperator(404), body: email },
  'GET /customers/openapi.json': publicDocument,
  'GET /customers/accounts/getaccountinformation': { answers: allCustomers(), what: projects, sees: ['owner'] },
  'GET /customers/accounts/:id/contact': { answers: onlyServices(), id: 'account', sees: ['service'] },
  'GET /customers/customers/me': ofCaller,
  'PUT /customers/customers/me': {
    answers: unlessBlocked(allCustomers()),
    body: () => ({ firstName: 'Mira', lastName: 'Bos' }),
    sees: ['owner'],
    changes: ['owner'],
  },
  'PATCH /customers/customers/me': {
    answers: unlessBlocked(onlyBusinesses()),
    body: () => ({ callbackUrl: demoReceiver, callbackFormat: 'json' }),
    sees: ['owner'],
    changes: ['owner'],
  },
  // No account of a scene has a callback.
  'POST /customers/customers/me/callback/test': { answers: unlessBlocked(onlyBusinesses(409)) },
  'GET /customers/customers/me/addresses': ofCaller,
  'POST /customers/customers/me/addresses': {
    answers: unlessBlocked(allCustomers(201)),
    body: () => newAddress,
    changes: ['owner'],
  },
  'PUT /customers/customers/me/addresses/:id': {
    answers: unlessBlocked(customers(200, 404, 404)),
    id: 'address',
    body: () => newAddress,
    changes: ['owner'],
  },
  'DELETE /customers/customers/me/addresses/:id': {
    answers: unlessBlocked(customers(204, 404, 404)),
    id: 'address',
    changes: ['owner'],
  },
  // The address is not deleted, and it is the default one already, so these calls change nothing.
  'PUT /customers/customers/me/addresses/:id/restore': {
    ...ofOwner,
    answers: unlessBlocked(ofOwner.answers),
    id: 'address',
  },
  'PUT /customers/customers/me/addresses/:id/default': {
    ...ofOwner,
    answers: unlessBlocked(ofOwner.answers),
    id: 'address',
  },
  'POST /customers/demo/notices': { ...publicDocument, body: () => ({ isTest: true }) },
  'POST /customers/dev/business-accounts': {
    answers: onlyOperator(),
    body: (scene) => ({ ...email(scene), status: 'Blocked' }),
    changes: ['operator'],
  },
  'POST /customers/dev/delays': {
    answers: onlyOperator(),
    body: (scene) => ({ ...email(scene), delayedDeletionDate: '2099-01-01T00:00:00Z' }),
    ...readsInformation,
    changes: ['operator'],
  },
  'POST /customers/dev/retention/dry-run': { answers: onlyOperator(), body: () => ({}) },
  'POST /customers/dev/retention/pause': { answers: onlyOperator(), body: () => ({ until: null }) },
  'POST /customers/dev/retention': { answers: onlyOperator(202), body: () => ({}) },
  'POST /customers/dev/storage': {
    answers: onlyOperator(),
    body: (scene) => ({ ...email(scene), storage: 'warning' }),
    ...readsInformation,
    changes: ['operator'],
  },
  'POST /customers/dev/orders': { answers: onlyOperator(201), body: email, changes: ['operator'] },
  'POST /customers/dev/projects': {
    answers: onlyOperator(),
    body: (scene) => ({ ...email(scene), count: 3 }),
    changes: ['operator'],
  },
  'GET /site/openapi.json': publicDocument,
  'GET /site/config.json': publicDocument,
  'GET /site/unknown-host': { answers: everybody(404) },
  'GET /site/pages/help': publicDocument,
  'GET /site/pages/help/contact': publicDocument,
  'GET /site/pages/help/terms': publicDocument,
  'GET /site/pages/help/privacy': publicDocument,
  'GET /site/pages/shop': publicDocument,
  'GET /site/pages/shop/reorder/:code': { ...publicDocument, path: () => '/site/pages/shop/reorder/K-1' },
  'GET /site/feedback/:file': { ...publicDocument, path: () => '/site/feedback/keepsake-en-gb.js' },
  'GET /site/locales/:file': { ...publicDocument, path: () => '/site/locales/en-GB.json' },
  'GET /site/brands/:brand/logo.svg': { ...publicDocument, path: () => '/site/brands/keepsake/logo.svg' },
  'GET /site/brands/:brand/logo.png': { ...publicDocument, path: () => '/site/brands/keepsake/logo.png' },
  'GET /site/brands/:brand/sign-in.svg': { ...publicDocument, path: () => '/site/brands/keepsake/sign-in.svg' },
  'GET /site/brands/:brand/:file': { ...publicDocument, path: () => '/site/brands/lumina/nunito.woff2' },
  'GET /push/openapi.json': publicDocument,
}

export const accountSockets: SocketRows = {
  'GET /identity/events': {
    event: (instant) => ({ type: 'account.sessionsEnded', data: { before: instant } }),
  },
  'GET /push/messages': {
    event: (instant) => ({ type: 'activation.started', data: { status: 'ACTIVE', timestamp: instant } }),
  },
}

/** The routes of the process itself. The edge forwards none of them, except the pages of a demo and the backup. */
export const processRows: Rows = {
  'GET /livez': publicDocument,
  'GET /readyz': publicDocument,
  'GET /metrics': publicDocument,
  // 409 on the embedded database, because the folder of an interrupted backup exists. 409 on a server, because this
  // call does not back up servers.
  'POST /dev/backup': { answers: onlyOperator(409) },
  'GET /dev/api': publicDocument,
  'GET /dev/api/:file': { ...publicDocument, path: () => '/dev/api/photos.json' },
  'GET /dev/outbox': publicDocument,
  'GET /dev/outbox/:id': { answers: everybody(404), path: () => '/dev/outbox/no-such-mail' },
}
