import { type Answers, customers, everybody, onlyOperator, onlyServices, publicDocument, type Rows } from '../row.ts'
import type { Scene } from '../scenes.ts'

const unknownBook = '/widgets/books/unknown'

/**
 * For routes that only private accounts may use. The owner is a business account here, so even the owner cannot see the
 * book. What private owners see and change is tested in `tests/services/widgets`.
 */
function privateOnly(others: number): Answers {
  return { ...customers(403, others, others), business: 403, blockedBusiness: 403 }
}

const widget = (rest = '') => ({
  answers: privateOnly(404),
  id: 'widget' as const,
  path: ({ owner }: Scene) => `/widgets/v1/widget/${owner.widget}${rest}`,
})
const shareTexts = { vendorId: 'k', fromName: 'Ada', personalMessage: 'Look' }
const entryTexts = { title: 'Summer', description: '', categoryIds: [] }
const entry = {
  answers: privateOnly(404),
  id: 'widget' as const,
  path: ({ owner }: Scene) => `/widgets/v1/galleryentries/${owner.widget}?channel=k`,
}
const blocked = '/widgets/v1/blockedorders'

/** The widgets service. */
export const widgetRows: Rows = {
  'GET /widgets/openapi.json': publicDocument,
  'GET /widgets/metrics': publicDocument,
  'GET /widgets/v1/widget/:id': widget(),
  'POST /widgets/v1/widget/:id': widget(),
  'DELETE /widgets/v1/widget/:id': widget(),
  // Each customer gets their own widgets only.
  'GET /widgets/v1/widget/all': {
    answers: privateOnly(200),
    path: ({ owner }) => `/widgets/v1/widget/all?orderCodes=${owner.widget}`,
  },
  'GET /widgets/v1/widgets': { answers: privateOnly(200) },
  'GET /widgets/v1/widget/:id/links': widget('/links'),
  'DELETE /widgets/v1/widget/:id/links/:linkId': {
    answers: privateOnly(404),
    id: 'widget',
    path: ({ owner }) => `/widgets/v1/widget/${owner.widget}/links/${owner.widgetLink}`,
  },
  'PUT /widgets/v1/widget/:id/public-link': widget('/public-link'),
  'PUT /widgets/v1/widget/:id/share': {
    ...widget('/share'),
    body: () => ({ ...shareTexts, toEmailAddress: Buffer.from('friend@example.com').toString('base64') }),
  },
  'POST /widgets/v1/widget/:id/share/preview': { ...widget('/share/preview'), body: () => shareTexts },
  // The token is in the mails to a recipient.
  'GET /widgets/books/stop/:token': { answers: everybody(404), path: () => '/widgets/books/stop/unknown' },
  'POST /widgets/books/stop/:token': { answers: everybody(404), path: () => '/widgets/books/stop/unknown' },
  'POST /widgets/books/stop/:token/undo': { answers: everybody(404), path: () => '/widgets/books/stop/unknown/undo' },
  'POST /widgets/v1/galleryentries/': {
    answers: privateOnly(404),
    body: ({ owner }) => ({ ...entryTexts, widgetId: owner.widget, channel: 'k' }),
  },
  'GET /widgets/v1/galleryentries/:id': entry,
  'PUT /widgets/v1/galleryentries/:id': { ...entry, body: () => entryTexts },
  'DELETE /widgets/v1/galleryentries/:id': entry,
  'GET /widgets/v1/galleryentries': {
    answers: privateOnly(200),
    path: ({ owner }) => `/widgets/v1/galleryentries?widgetIds=${owner.widget}`,
  },
  'GET /widgets/v1/gallery': { answers: everybody(), path: () => '/widgets/v1/gallery?channel=k' },
  'GET /widgets/v1/categories': publicDocument,
  'GET /widgets/v1/blockedorders/:code': {
    answers: everybody(),
    path: ({ owner }) => `${blocked}/${owner.order}`,
  },
  'PUT /widgets/v1/blockedorders/:code': {
    answers: onlyServices(204),
    path: ({ owner }) => `${blocked}/${owner.order}`,
    changes: ['service'],
  },
  'DELETE /widgets/v1/blockedorders/:code': {
    answers: onlyServices(204),
    path: ({ owner }) => `${blocked}/${owner.order}`,
  },
  'PUT /widgets/dev/blockedorders/:code': {
    answers: onlyOperator(204),
    path: ({ owner }) => `/widgets/dev/blockedorders/${owner.order}`,
    changes: ['operator'],
  },
  'DELETE /widgets/dev/blockedorders/:code': {
    answers: onlyOperator(204),
    path: ({ owner }) => `/widgets/dev/blockedorders/${owner.order}`,
  },
  // The calls that the widgets service makes to other services, to copy what it needs.
  'GET /orders/v1/orders/:code/books': {
    answers: onlyServices(),
    path: ({ owner }) => `/orders/v1/orders/${owner.order}/books`,
    what: ({ account }) => account,
    sees: ['service'],
  },
  'POST /photos/accounts/:accountId/pictures': {
    answers: onlyServices(),
    path: ({ owner }) => `/photos/accounts/${owner.account}/pictures`,
    body: ({ owner }) => ({ photoIds: [owner.photo] }),
    what: ({ photo }) => photo,
    sees: ['service'],
  },
  // Everybody with the token of a link may read its book. Tokens are tested in `tests/services/widgets`.
  'GET /widgets/books/:token': { answers: everybody(404), path: () => unknownBook },
  'GET /widgets/books/:token/embed': { answers: everybody(404), path: () => `${unknownBook}/embed` },
  'GET /widgets/books/:token/pages/:number/:width.jpg': {
    answers: everybody(404),
    path: () => `${unknownBook}/pages/1/300.jpg`,
  },
  'POST /widgets/books/:token/views': { answers: everybody(204), path: () => `${unknownBook}/views` },
  'GET /widgets/books/oembed': {
    answers: everybody(404),
    path: () => '/widgets/books/oembed?url=http%3A%2F%2Fkeepsake.test%3A4000%2Fbooks%2Funknown',
  },
  'GET /widgets/v1/books/:token': { answers: everybody(404), path: () => '/widgets/v1/books/unknown' },
}
