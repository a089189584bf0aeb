import type { Viewer } from '../context.ts'
import { TokenRefused, type TokenVerifier } from '../tokens.ts'

/**
 * Authenticates a request. Returns null without credentials.
 * @throws TokenRefused for credentials that are not a valid bearer token
 * @throws UpstreamError when the token cannot be verified now
 */
export async function viewerOf(authorization: string | undefined, tokens: TokenVerifier): Promise<Viewer | null> {
  if (authorization === undefined) return null
  const token = /^Bearer ([^\s]+)$/i.exec(authorization)?.[1]
  if (token === undefined) throw new TokenRefused('not a bearer token')
  return tokens.verify(token)
}
