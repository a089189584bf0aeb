import {
  allCustomers,
  everybody,
  onlyOperator,
  onlyServices,
  publicDocument,
  type Row,
  type Rows,
  type SocketRows,
} from '../row.ts'
import type { Scene } from '../scenes.ts'

const email = ({ owner }: Scene) => ({ email: owner.email })
const projects = () => '"projectCount":7654'
const readsInformation = { what: projects, sees: ['operator'] } as const
/** A sign-in that the caller's browser has not started. */
const foreignSignIn = '/identity/interaction/AAAAAAAAAAAAAAAAAAAAA'
const notStarted: Row = { answers: everybody(400), path: () => foreignSignIn }

/** The services of the account area: identity, customers, site, push. */
export const accountRows: Rows = {
  'GET /identity/openapi.json': publicDocument,
  'GET /identity/assets/:version/:file': publicDocument,
  'GET /identity/assets/brands/:brand.css': { ...publicDocument, path: () => '/identity/assets/brands/keepsake.css' },
  'GET /identity/interaction/:uid': notStarted,
  'POST /identity/interaction/:uid': notStarted,
  'GET /identity/interaction/:uid/registration': { ...notStarted, path: () => `${foreignSignIn}/registration` },
  'POST /identity/interaction/:uid/registration': { ...notStarted, path: () => `${foreignSignIn}/registration` },
  // Links sent by mail. A request for a link has the same answer for every e-mail address.
  'GET /identity/link': { answers: everybody(200) },
  'POST /identity/link': { answers: everybody(200) },
  'GET /identity/link/:token': { answers: everybody(200), path: () => '/identity/link/unknown' },
  'POST /identity/link/:token': { answers: everybody(400), path: () => '/identity/link/unknown' },
  // Each customer gets the state of their own e-mail address.
  'GET /identity/email': { answers: allCustomers() },
  'POST /identity/email/confirmation': { answers: allCustomers(), body: () => ({ locale: 'en-GB' }) },
  // The endpoints of the OpenID provider.
  'GET /identity/*': { answers: everybody(400), path: () => '/identity/auth' },
  'POST /identity/*': { answers: everybody(400), path: () => '/identity/token' },
  'OPTIONS /identity/*': { answers: everybody(404), path: () => '/identity/auth' },
  // The route issues tokens for demo accounts only.
  'POST /identity/dev/token': { answers: onlyOperator(404), body: email },
  'GET /customers/openapi.json': publicDocument,
  'GET /customers/accounts/getaccountinformation': { answers: allCustomers(), what: projects, sees: ['owner'] },
  'GET /customers/accounts/:id/contact': { answers: onlyServices(), id: 'account', sees: ['service'] },
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
  'GET /site/locales/:file': { ...publicDocument, path: () => '/site/locales/en-GB.json' },
  'GET /site/brands/:brand/logo.svg': { ...publicDocument, path: () => '/site/brands/keepsake/logo.svg' },
  'GET /push/openapi.json': publicDocument,
}

export const accountSockets: SocketRows = {
  'GET /push/messages': {
    event: (instant) => ({ type: 'activation.started', data: { status: 'ACTIVE', timestamp: instant } }),
  },
}

/** The routes of the process itself. The edge forwards none of them, except the pages of a demo. */
export const processRows: Rows = {
  'GET /livez': publicDocument,
  'GET /readyz': publicDocument,
  'GET /metrics': publicDocument,
  'GET /dev/api': publicDocument,
  'GET /dev/api/:file': { ...publicDocument, path: () => '/dev/api/photos.json' },
  'GET /dev/outbox': publicDocument,
  'GET /dev/outbox/:id': { answers: everybody(404), path: () => '/dev/outbox/no-such-mail' },
}
