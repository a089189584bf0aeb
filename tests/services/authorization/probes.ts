import type { IdOf, Row } from './row.ts'
import type { CallOptions, Scene } from './scenes.ts'

/** A call of a stranger that has an id of the owner in an unusual place. */
export interface Probe {
  readonly path: string
  readonly options: CallOptions
  /** Default: the method of the route. */
  readonly method?: string
}

/** The path of a row's call: the row's own path, or the route's pattern with the owner's ids. */
export function pathOf(pattern: string, { id, path }: Row, scene: Scene, chosen?: string): string {
  const usual = path?.(scene) ?? pattern
  const { owner } = scene
  const segment = chosen ?? (id ? owner[id] : '')
  // The row's own path contains the owner's id, where the pattern has `:id`.
  if (path && id) return usual.replace(owner[id], segment)
  return usual.replace(':id', segment).replace(':photoId', owner.photo).replace(':accountId', scene.participantId)
}

/** The headers and the body of a row's call. */
export function optionsOf({ headers = {}, body }: Row, scene: Scene): CallOptions {
  return { headers, ...(body ? { body: body(scene) } : {}) }
}

/** The same request with the owner's id in other places: encoded, doubled, in the query, a header or the body. */
export function probesOf(route: string, row: Row, scene: Scene): Probe[] {
  const [method = '', pattern = ''] = route.split(' ')
  const options = optionsOf(row, scene)
  const path = pathOf(pattern, row, scene)
  const { owner, stranger } = scene
  const extra = ['accountId', 'ownerId', 'userId']
  const queries = extra.flatMap((name) => [
    `${name}=${owner.account}`,
    `${name}=${stranger.account}&${name}=${owner.account}`,
  ])
  const headers = ['x-account-id', 'x-user-id', 'x-owner-id', 'x-forwarded-user', 'x-original-url', 'x-rewrite-url']
  const inBody = Object.fromEntries(extra.map((name) => [name, owner.account]))
  return [
    ...(row.id ? segmentsOf(row.id, scene).map((one) => ({ path: pathOf(pattern, row, scene, one), options })) : []),
    ...queries.map((query) => ({ path: `${path}${path.includes('?') ? '&' : '?'}${query}`, options })),
    {
      path,
      options: {
        ...options,
        headers: {
          ...options.headers,
          ...Object.fromEntries(headers.map((name) => [name, name.endsWith('url') ? path : owner.account])),
        },
      },
    },
    // Clients of tus may name the method in a header.
    {
      path,
      method: 'POST',
      options: {
        ...options,
        headers: { ...options.headers, 'tus-resumable': '1.0.0', 'x-http-method-override': method },
      },
    },
    ...(isRecord(options.body) ? [{ path, options: { ...options, body: { ...options.body, ...inBody } } }] : []),
  ]
}

/** What can be written in a path in place of the owner's id. */
function segmentsOf(id: IdOf, { owner, stranger }: Scene): string[] {
  const [theirs, own] = [owner[id], stranger[id]]
  const encoded = theirs.replaceAll(/./g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)
  return [
    // The stranger's own id comes first: a server that takes the id from the end of the URL would act on the
    // owner's data.
    `${own}?/${theirs}`,
    `${own}?id=${theirs}`,
    `${own}?id=${own}&id=${theirs}`,
    `${own}%3F/${theirs}`,
    `${own}%2F..%2F${theirs}`,
    `${own}/../${theirs}`,
    `${own};${theirs}`,
    `${own},${theirs}`,
    `/${theirs}`,
    `./${theirs}`,
    `%2F${theirs}`,
    `${theirs}%2F`,
    `${theirs}%00`,
    `${theirs}%20`,
    `${theirs}/`,
    theirs.toUpperCase(),
    encoded,
  ]
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !(value instanceof Uint8Array)
}
