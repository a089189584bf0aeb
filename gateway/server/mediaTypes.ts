/** One of the media types in an `Accept` header. */
interface MediaRange {
  readonly type: string
  /** The parameters in lower case, such as `deferspec` to `20220824`. */
  readonly parameters: ReadonlyMap<string, string>
}

/**
 * How to send the parts of an operation with @defer. `paths`: each part has its path (the format of August 2022).
 * `ids`: parts refer to announced ids (the format of graphql 17). `whole`: all parts are merged into one response.
 */
export type DeferFormat = 'paths' | 'ids' | 'whole'

/** The parameters by which clients name a format (docs/decisions/0223). */
const formats: readonly { readonly parameter: string; readonly value: string; readonly format: DeferFormat }[] = [
  { parameter: 'deferspec', value: '20220824', format: 'paths' },
  { parameter: 'incrementalspec', value: 'v0.1', format: 'paths' },
  { parameter: 'incrementalspec', value: 'v0.2', format: 'ids' },
  { parameter: 'incrementaldeliveryspec', value: '3283f8a', format: 'ids' },
]
const formatParameters = new Set(formats.map(({ parameter }) => parameter))
const multipart = 'multipart/mixed'

/**
 * Chooses the format that a client can read. Without a known format in `Accept`, the response is sent in one piece, so
 * that each client can read it. A client that accepts `multipart/mixed` without naming a format gets `paths`.
 */
export function deferFormatOf(accept: string | null): DeferFormat {
  for (const { type, parameters } of rangesIn(accept ?? '')) {
    if (type !== multipart && type !== 'multipart/*') continue
    const named = formats.find(({ parameter, value }) => parameters.get(parameter) === value)
    if (named) return named.format
    if (![...parameters.keys()].some((parameter) => formatParameters.has(parameter))) return 'paths'
  }
  return 'whole'
}

/** Adds the name of the format to the type of a multipart response, if the client named it. */
export function namedMultipartType(contentType: string, accept: string | undefined): string {
  for (const { type, parameters } of rangesIn(accept ?? '')) {
    const named = formats.find(({ parameter, value }) => parameters.get(parameter) === value)
    if (type === multipart && named) return `${contentType}; ${spelling(named.parameter)}=${named.value}`
  }
  return contentType
}

/**
 * Chooses the media type of a response that is sent in one piece: the first type in `Accept` that we can send, with its
 * charset. Returns null if we can send none of them, or if the client may want a stream.
 */
export function singleTypeOf(accept: string): string | null {
  if (accept.includes('text/event-stream')) return null
  for (const range of accept.replaceAll(/\s/g, '').toLowerCase().split(',')) {
    const [type, ...parameters] = range.split(';')
    const charset = parameters.find((parameter) => parameter.includes('charset=')) ?? 'charset=utf-8'
    if (charset !== 'charset=utf-8') continue
    if (type === 'application/graphql-response+json') return `${type}; charset=utf-8`
    if (type === 'application/json' || type === 'application/*' || type === '*/*')
      return 'application/json; charset=utf-8'
  }
  return null
}

/** The media type of a refusal. It is that of a single response, even if the client wants a stream. */
export function refusalTypeOf({ headers }: { readonly headers: { readonly accept?: string | undefined } }): string {
  return singleTypeOf(headers.accept ?? '*/*') ?? 'application/json; charset=utf-8'
}

/** What a client may accept. */
export const mediaTypesMessage =
  'Accept application/graphql-response+json or application/json (in UTF-8), multipart/mixed for the parts of @defer, ' +
  'or text/event-stream.'

/** Whether the client accepts a response in one of the forms that the endpoint offers. */
export function isAcceptable(accept: string | undefined): boolean {
  if (accept === undefined) return true
  return rangesIn(accept).some(({ type, parameters }) => {
    const charset = parameters.get('charset') ?? 'utf-8'
    return charset === 'utf-8' && acceptable.has(type)
  })
}

const acceptable = new Set([
  'application/json',
  'application/graphql-response+json',
  'application/*',
  multipart,
  'multipart/*',
  'text/event-stream',
  'text/*',
  '*/*',
])

/** The media types that a client accepts, in its order. */
function rangesIn(accept: string): MediaRange[] {
  const ranges = accept.split(',').map((range) => {
    const [type = '', ...given] = range.split(';').map((part) => part.trim().toLowerCase())
    const parameters = new Map(
      given.map((parameter) => {
        const [name = '', value = ''] = parameter.split('=')
        return [name, value.replaceAll('"', '')] as const
      }),
    )
    return { type, parameters }
  })
  return ranges.filter(({ parameters }) => Number(parameters.get('q') ?? 1) > 0)
}

function spelling(parameter: string): string {
  return parameter.replace('spec', 'Spec').replace('delivery', 'Delivery')
}
