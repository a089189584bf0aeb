import type { FastifyRequest } from 'fastify'
import type { Viewer } from '../context.ts'
import { TokenRefused, type TokenVerifier } from '../tokens.ts'

/** Finds out who sent a request. Looks a token up only once per request, because hashing its text takes time. */
export class Authentication {
  readonly #tokens: TokenVerifier
  readonly #known = new WeakMap<FastifyRequest, Viewer>()

  constructor(tokens: TokenVerifier) {
    this.#tokens = tokens
  }

  /** Returns, at almost no cost, the viewer of a token that was verified earlier. Undefined for all other requests. */
  knownViewerOf(request: FastifyRequest): Viewer | undefined {
    const { authorization } = request.headers
    const token = authorization === undefined ? undefined : tokenIn(authorization)
    const viewer = token === undefined ? undefined : this.#tokens.known(token)
    if (viewer) this.#known.set(request, viewer)
    return viewer
  }

  /**
   * Authenticates a request. Returns null without credentials.
   * @returns a promise only if `knownViewerOf` did not know the token
   * @throws TokenRefused for credentials that are not a valid bearer token
   * @throws UpstreamError when the token cannot be verified now
   */
  viewerOf(request: FastifyRequest): Viewer | null | Promise<Viewer> {
    const known = this.#known.get(request)
    // The body may have arrived long after the headers, so the token may have expired meanwhile.
    if (known && this.#tokens.recall(known)) return known
    const { authorization } = request.headers
    if (authorization === undefined) return null
    const token = tokenIn(authorization)
    if (token === undefined) throw new TokenRefused('not a bearer token')
    return this.#tokens.verify(token)
  }
}

function tokenIn(authorization: string): string | undefined {
  return /^Bearer ([^\s]+)$/i.exec(authorization)?.[1]
}
