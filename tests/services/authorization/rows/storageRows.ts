import {
  type Answers,
  allCustomers,
  customers,
  everybody,
  ofOwner,
  onlyServices,
  publicDocument,
  type Rows,
} from '../row.ts'

const tus = { 'tus-resumable': '1.0.0' }
const preflight = { answers: everybody(204) } as const
const unsigned = `expires=99999999999&signature=${'A'.repeat(43)}`

/** Routes that callers may use without a token. Such callers cannot see uploads that have an owner. */
const withoutToken = (answers: Answers, status: number): Answers => ({
  ...answers,
  anonymous: status,
  operator: status,
  service: status,
})

export const storageRows: Rows = {
  'GET /storage/openapi.json': publicDocument,
  'OPTIONS /storage/files': preflight,
  'OPTIONS /storage/files/:id': { ...preflight, id: 'upload' },
  'OPTIONS /storage/uploads': preflight,
  'OPTIONS /storage/uploads/:id': { ...preflight, id: 'upload' },
  'OPTIONS /storage/getanonymousuploads': preflight,
  'OPTIONS /storage/blobs/*': preflight,
  'POST /storage/files': {
    answers: withoutToken(allCustomers(201), 201),
    headers: { ...tus, 'upload-length': '1000' },
    changes: ['owner'],
  },
  'HEAD /storage/files/:id': { answers: withoutToken(customers(200, 404, 404), 404), id: 'upload', headers: tus },
  'PATCH /storage/files/:id': {
    answers: withoutToken(customers(204, 404, 404), 404),
    id: 'upload',
    headers: { ...tus, 'upload-offset': '10', 'content-type': 'application/offset+octet-stream' },
    body: () => new Uint8Array(5),
    changes: ['owner'],
  },
  'DELETE /storage/files/:id': {
    answers: withoutToken(customers(204, 404, 404), 404),
    id: 'upload',
    headers: tus,
    changes: ['owner'],
  },
  'GET /storage/uploads': {
    answers: allCustomers(),
    path: ({ owner }) => `/storage/uploads?ids=${owner.upload},${owner.endedUpload}`,
    what: ({ photo }) => photo,
    sees: ['owner'],
  },
  'GET /storage/uploads/:id': {
    ...ofOwner,
    answers: withoutToken(ofOwner.answers, 404),
    id: 'endedUpload',
    what: ({ photo }) => photo,
  },
  // The ids are those of uploads with an owner, which cannot be claimed.
  'POST /storage/getanonymousuploads': {
    answers: allCustomers(),
    body: ({ owner }) => [owner.upload, owner.endedUpload],
    what: ({ photo }) => photo,
    sees: ['owner'],
  },
  'GET /storage/uploads/processing': { answers: allCustomers(), sees: ['owner'] },
  'GET /storage/usage': { answers: allCustomers() },
  'GET /storage/blobs/*': {
    answers: everybody(403),
    path: ({ owner }) => `/storage/blobs/photos/${owner.account}/${owner.photo}/original?${unsigned}`,
  },
  // The upload belongs to another account than `ownerId` says.
  'PUT /storage/imports/:id': {
    answers: onlyServices(404),
    id: 'upload',
    path: ({ owner, stranger }) =>
      `/storage/imports/${owner.upload}?ownerId=${stranger.account}&fileName=photo.jpg&size=5`,
    headers: { 'content-type': 'application/octet-stream' },
    body: () => new Uint8Array(5),
  },
}
