import { constants } from 'node:zlib'
import type { RouteOptions } from 'fastify'

/**
 * How the responses of `/graphql` are compressed. Only whole JSON responses are compressed, because parts of a stream
 * must arrive one by one. The compressed size reveals nothing, because other sites cannot send requests with a
 * customer's token.
 */
export const compression: NonNullable<RouteOptions['compress']> = {
  encodings: ['br', 'gzip'],
  customTypes: /^application\/(graphql-response\+)?json/,
  // Smaller responses fit into the first packets anyway.
  threshold: 4_096,
  // The highest levels that cost less than a millisecond for the first view of a large library.
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } },
  zlibOptions: { level: 2 },
}
