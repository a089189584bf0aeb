import { customers, ofCaller, ofOwner, publicDocument, type Rows, type SocketRows } from '../row.ts'
import type { Scene } from '../scenes.ts'

const shared = ({ owner }: Scene) => ({ photos: [{ photoId: owner.photo, ownerId: owner.account }] })

/** Rows of the services that make archives: downloads and exports. */
export const archiveRows: Rows = {
  'GET /downloads/openapi.json': publicDocument,
  'GET /downloads/metrics': publicDocument,
  'POST /downloads/downloads': {
    answers: customers(201, 404, 404),
    body: ({ owner }) => ({ photos: [owner.photo] }),
    changes: ['owner'],
  },
  'POST /downloads/shared-album-downloads': {
    own: { answers: customers(201, 404, 404), body: shared, changes: ['owner'] },
    shared: {
      answers: customers(201, 201, 404),
      body: shared,
      what: ({ photo }) => photo,
      sees: ['participant', 'owner'],
      changes: ['owner'],
    },
  },
  'GET /downloads/downloads': ofCaller,
  'GET /downloads/downloads/:id': { ...ofOwner, id: 'download' },
  'GET /downloads/downloads/:id/url': { ...ofOwner, id: 'download', what: ({ account }) => account },
  'GET /exports/openapi.json': publicDocument,
  'GET /exports/metrics': publicDocument,
  // An export of the caller's own library. Only the owner and the stranger have photos.
  'POST /exports/backups': {
    answers: { ...customers(201, 409, 409), stranger: 201 },
    body: () => ({ channelId: 'w' }),
    changes: ['owner'],
  },
  'GET /exports/backups': { ...ofCaller, what: ({ backup }) => backup },
  'GET /exports/backups/:id': { ...ofOwner, id: 'backup', what: ({ backup }) => backup },
  'GET /exports/backups/:id/chunks/:iteration/url': {
    answers: customers(200, 404, 404),
    id: 'backup',
    path: ({ owner }) => `/exports/backups/${owner.backup}/chunks/1/url`,
    what: ({ account }) => account,
    sees: ['owner'],
  },
}

export const archiveSockets: SocketRows = {
  'GET /downloads/notifications': {
    event: (timestamp) => ({ type: 'download.started', data: { key: 'started', downloadId: 'any', timestamp } }),
  },
  'GET /exports/events': {
    event: (timestamp) => ({
      type: 'export.changed',
      data: { backupId: timestamp, status: 'IN_PROGRESS', progress: 0 },
    }),
  },
}
