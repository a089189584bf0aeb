import { UpstreamError } from '../../errors/upstreamError.ts'

/** Throws because the service sent a name that the API does not know. @param what such as "a state of a book" */
export function unknownName(what: string): never {
  const detail = `the service sent ${what} that the API does not know`
  throw new UpstreamError({ code: 'UPSTREAM_INVALID_RESPONSE', upstream: 'widgets', detail })
}
