import type { Viewer } from '../context.ts'
import { TokenRefused, type TokenVerifier } from '../tokens.ts'

/**
 * Authenticates a request. Returns null without credentials.
 * @throws TokenRefused for credentials that are not a valid bearer token
 * @throws UpstreamError when the token cannot be verified now
 */
export async function viewerOf(authorization: string | undefined, tokens: TokenVerifier): Promise<Viewer | null> {
  if (authorization === undefined) return null
  const token = tokenIn(authorization)
  if (token === undefined) throw new TokenRefused('not a bearer token')
  return tokens.verify(token)
}

/** Returns, at almost no cost, the viewer of a token that was verified earlier. Undefined for all other requests. */
export function knownViewerOf(authorization: string | undefined, tokens: TokenVerifier): Viewer | undefined {
  const token = authorization === undefined ? undefined : tokenIn(authorization)
  return token === undefined ? undefined : tokens.known(token)
}

function tokenIn(authorization: string): string | undefined {
  return /^Bearer ([^\s]+)$/i.exec(authorization)?.[1]
}
