export const tus = { 'tus-resumable': '1.0.0' }
const chunk = { ...tus, 'content-type': 'application/offset+octet-stream' }
export const size = 100
export const bytes = Buffer.alloc(size, 'x')
export const metadata = 'filename cGhvdG8uanBn,empty,is_private eWVz'
const overLimit = 200 * 1024 * 1024 + 1

/**
 * The address that a row's request goes to. `files` is the address for new uploads. `photo` is the upload of a complete
 * JPEG. All other uploads have 100 bytes that are not a picture.
 */
export type State = 'files' | 'new' | 'partial' | 'refused' | 'photo' | 'deleted' | 'missing'

export interface Row {
  readonly must: string
  readonly state: State
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Uint8Array
  readonly status: number
  /** The expected headers of the answer; null if the header must be missing. */
  readonly answers?: Readonly<Record<string, string | RegExp | null>>
  /** The upload's offset afterwards; null if the upload no longer exists. */
  readonly offset?: number | null
}

const resumable = '1.0.0'

const versions: readonly Row[] = [
  {
    must: 'Tus-Resumable is in every answer, even to a client that is not signed in',
    state: 'partial',
    method: 'PATCH',
    headers: { ...chunk, 'upload-offset': '40', authorization: '' },
    status: 401,
    answers: { 'tus-resumable': resumable },
    offset: 40,
  },
  ...(['HEAD', 'PATCH', 'DELETE'] as const).map((method): Row => ({
    must: `a ${method} without Tus-Resumable is not processed, and the answer lists the versions`,
    state: 'partial',
    method,
    headers: { 'upload-offset': '40', 'content-type': chunk['content-type'] },
    status: 412,
    answers: { 'tus-version': resumable, 'tus-resumable': resumable },
    offset: 40,
  })),
  {
    must: 'a request with an unsupported version is not processed, and the answer lists the versions',
    state: 'partial',
    method: 'PATCH',
    headers: { ...chunk, 'tus-resumable': '0.2.2', 'upload-offset': '40' },
    body: bytes.subarray(40),
    status: 412,
    answers: { 'tus-version': resumable, 'tus-resumable': resumable },
    offset: 40,
  },
  {
    must: 'nothing is created for an unsupported version',
    state: 'files',
    method: 'POST',
    headers: { 'tus-resumable': '2.0.0', 'upload-length': '100' },
    status: 412,
    answers: { 'tus-version': resumable, location: null },
  },
  {
    must: 'OPTIONS is answered with the versions, the extensions and the largest size, whatever Tus-Resumable says',
    state: 'files',
    method: 'OPTIONS',
    headers: { 'tus-resumable': '0.1.0' },
    status: 204,
    answers: {
      'tus-version': resumable,
      'tus-extension': 'creation,creation-with-upload,termination',
      'tus-max-size': /^\d+$/,
    },
  },
]

const offsets: readonly Row[] = [
  {
    must: 'HEAD has Upload-Length, and Upload-Offset even if it is 0, and may not be cached',
    state: 'new',
    method: 'HEAD',
    headers: tus,
    status: 200,
    answers: {
      'upload-offset': '0',
      'upload-length': '100',
      'cache-control': 'no-store',
      'tus-resumable': resumable,
      'upload-defer-length': null,
    },
  },
  {
    must: 'HEAD has Upload-Metadata word for word',
    state: 'partial',
    method: 'HEAD',
    headers: tus,
    status: 200,
    answers: { 'upload-offset': '40', 'upload-metadata': metadata },
  },
  {
    must: 'HEAD has the same headers when the upload is complete',
    state: 'refused',
    method: 'HEAD',
    headers: tus,
    status: 200,
    answers: {
      'upload-offset': '100',
      'upload-length': '100',
      'upload-metadata': metadata,
      'cache-control': 'no-store',
    },
  },
  ...(['missing', 'deleted'] as const).map((state): Row => ({
    must: `HEAD of an upload that is ${state} is 404 without Upload-Offset`,
    state,
    method: 'HEAD',
    headers: tus,
    status: 404,
    answers: { 'upload-offset': null, 'cache-control': 'no-store', 'tus-resumable': resumable },
  })),
]

const chunks: readonly Row[] = [
  {
    must: 'PATCH is acknowledged with 204 and the new offset',
    state: 'partial',
    method: 'PATCH',
    headers: { ...chunk, 'upload-offset': '40' },
    body: bytes.subarray(40, 70),
    status: 204,
    answers: { 'upload-offset': '70', 'tus-resumable': resumable, 'content-type': null },
    offset: 70,
  },
  {
    must: 'the last PATCH is acknowledged with 204 and the new offset, even if the file is refused',
    state: 'partial',
    method: 'PATCH',
    headers: { ...chunk, 'upload-offset': '40' },
    body: bytes.subarray(40),
    status: 204,
    answers: { 'upload-offset': '100', 'content-type': null },
    offset: 100,
  },
  ...['0', '39', '41'].map((offset): Row => ({
    must: `PATCH at offset ${offset} of an upload that has 40 bytes is 409 and changes nothing`,
    state: 'partial',
    method: 'PATCH',
    headers: { ...chunk, 'upload-offset': offset },
    body: bytes.subarray(0, 10),
    status: 409,
    answers: { 'tus-resumable': resumable },
    offset: 40,
  })),
  ...['-1', '1e1', '4.5', 'forty'].map((offset): Row => ({
    must: `Upload-Offset must be a whole number: ${offset} is refused`,
    state: 'partial',
    method: 'PATCH',
    headers: { ...chunk, 'upload-offset': offset },
    status: 400,
    offset: 40,
  })),
  {
    must: 'PATCH needs Upload-Offset',
    state: 'partial',
    method: 'PATCH',
    headers: chunk,
    status: 400,
    offset: 40,
  },
  ...['application/json', 'application/octet-stream', 'text/plain; charset=utf-8'].map((type): Row => ({
    must: `PATCH with Content-Type ${type} is 415 and changes nothing`,
    state: 'partial',
    method: 'PATCH',
    headers: { ...tus, 'content-type': type, 'upload-offset': '40' },
    body: bytes.subarray(40),
    status: 415,
    answers: { 'tus-resumable': resumable },
    offset: 40,
  })),
  ...(['missing', 'deleted'] as const).map((state): Row => ({
    must: `PATCH of an upload that is ${state} is 404`,
    state,
    method: 'PATCH',
    headers: { ...chunk, 'upload-offset': '0' },
    body: bytes,
    status: 404,
    answers: { 'tus-resumable': resumable },
  })),
]

const creations: readonly Row[] = [
  {
    must: 'POST is acknowledged with 201 and Location',
    state: 'files',
    method: 'POST',
    headers: { ...tus, 'upload-length': '100' },
    status: 201,
    answers: { location: /^\/storage\/files\/[\w-]{36}$/, 'tus-resumable': resumable },
  },
  {
    must: 'POST with the whole file is acknowledged with 201, Location and Upload-Offset, even if the file is refused',
    state: 'files',
    method: 'POST',
    headers: { ...chunk, 'upload-length': '100' },
    body: bytes,
    status: 201,
    answers: { location: /^\/storage\/files\//, 'upload-offset': '100', 'content-type': null },
  },
  {
    must: 'POST with a part of the file says how much has arrived',
    state: 'files',
    method: 'POST',
    headers: { ...chunk, 'upload-length': '100' },
    body: bytes.subarray(0, 30),
    status: 201,
    answers: { 'upload-offset': '30' },
  },
  {
    must: 'POST beyond the largest size is 413',
    state: 'files',
    method: 'POST',
    headers: { ...tus, 'upload-length': String(overLimit) },
    status: 413,
    answers: { 'tus-resumable': resumable, location: null },
  },
  {
    must: 'POST with more bytes than it announces is 413',
    state: 'files',
    method: 'POST',
    headers: { ...chunk, 'upload-length': '50' },
    body: bytes,
    status: 413,
    answers: { location: null },
  },
  ...[
    {},
    { 'upload-defer-length': '1' },
    { 'upload-length': '100', 'upload-defer-length': '2' },
    { 'upload-length': '-5' },
  ].map((length): Row => ({
    must: `POST is 400 with ${JSON.stringify(length)} for its length`,
    state: 'files',
    method: 'POST',
    headers: { ...tus, ...length },
    status: 400,
    answers: { 'tus-resumable': resumable, location: null },
  })),
  ...['', 'a,,b', 'name ###', 'name cGhvdG8=,name cGhvdG8=', 'name a b', 'näme cGhvdG8='].map((header): Row => ({
    must: `Upload-Metadata must be unique ASCII keys with Base64 values: ${JSON.stringify(header)} is refused`,
    state: 'files',
    method: 'POST',
    headers: { ...tus, 'upload-length': '100', 'upload-metadata': header },
    status: 400,
    answers: { location: null },
  })),
]

const endings: readonly Row[] = [
  ...(['new', 'partial', 'refused'] as const).map((state): Row => ({
    must: `DELETE of a ${state} upload is 204, and the upload is gone`,
    state,
    method: 'DELETE',
    headers: tus,
    status: 204,
    answers: { 'tus-resumable': resumable },
    offset: null,
  })),
  {
    must: 'DELETE of an upload that has become a photo is 409, because the photo stays',
    state: 'photo',
    method: 'DELETE',
    headers: tus,
    status: 409,
    answers: { 'tus-resumable': resumable },
  },
]

const overrides: readonly Row[] = [
  {
    must: 'X-HTTP-Method-Override turns POST into PATCH',
    state: 'partial',
    method: 'POST',
    headers: { ...chunk, 'upload-offset': '40', 'x-http-method-override': 'PATCH' },
    body: bytes.subarray(40, 70),
    status: 204,
    answers: { 'upload-offset': '70' },
    offset: 70,
  },
  {
    must: 'X-HTTP-Method-Override turns GET into HEAD',
    state: 'partial',
    method: 'GET',
    headers: { ...tus, 'x-http-method-override': 'HEAD' },
    status: 200,
    answers: { 'upload-offset': '40' },
  },
  {
    must: 'the actual method is ignored: X-HTTP-Method-Override turns PATCH into DELETE',
    state: 'partial',
    method: 'PATCH',
    headers: { ...chunk, 'upload-offset': '40', 'x-http-method-override': 'DELETE' },
    body: bytes.subarray(40),
    status: 204,
    answers: { 'upload-offset': null },
    offset: null,
  },
  {
    must: 'a request with an unknown method in X-HTTP-Method-Override is not processed as its actual method',
    state: 'partial',
    method: 'DELETE',
    headers: { ...tus, 'x-http-method-override': 'PUT' },
    status: 404,
    offset: 40,
  },
]

/** Each MUST of tus 1.0.0 with its extensions creation, creation-with-upload and termination, and a few SHOULDs. */
export const musts = [...versions, ...offsets, ...chunks, ...creations, ...endings, ...overrides]
