import { createRemoteJWKSet, errors, jwtVerify } from 'jose'
import { z } from 'zod'
import type { GatewayConfig } from './config.ts'
import type { Viewer } from './context.ts'
import { UpstreamError } from './errors/upstreamError.ts'

/** Why a token is refused, for logs; who sent it only learns that it is. */
export class TokenRefused extends Error {
  override readonly name = 'TokenRefused'
}

/** Verifies access tokens. */
export interface TokenVerifier {
  /**
   * @throws TokenRefused when the token is not exactly right
   * @throws UpstreamError when the keys to check it with cannot be had
   */
  verify(token: string): Promise<Viewer>
}

const rememberedTokens = 10_000

const claims = z.object({
  sub: z.uuid(),
  email: z.string().min(1),
  auth_method: z.string(),
  exp: z.number(),
})

/**
 * Verifies against the keys of the identity service. Verified tokens are remembered until they expire, because
 * checking a signature costs more than the smallest query (docs/decisions/0203).
 */
export function createTokenVerifier(config: GatewayConfig): TokenVerifier {
  const keys = createRemoteJWKSet(new URL(`${config.identityUrl}/jwks`), {
    timeoutDuration: config.upstreamTimeout,
    cooldownDuration: 10_000,
  })
  const options = {
    algorithms: ['ES256'],
    typ: 'at+jwt',
    issuer: config.tokenIssuer,
    audience: config.tokenAudience,
    requiredClaims: ['exp', 'sub'],
  }
  const remembered = new Map<string, Viewer>()

  async function check(token: string): Promise<Viewer> {
    try {
      const { payload } = await jwtVerify(token, keys, options)
      const { sub, email, auth_method, exp } = claims.parse(payload)
      return {
        accountId: sub,
        email,
        isBusiness: auth_method.toLowerCase() === 'b2b',
        accessToken: token,
        expires: exp * 1000,
      }
    } catch (error) {
      throw refusalOf(error)
    }
  }

  return {
    async verify(token) {
      const known = remembered.get(token)
      if (known && known.expires > Date.now()) return known
      remembered.delete(token)
      const viewer = await check(token)
      if (remembered.size >= rememberedTokens) remembered.clear()
      remembered.set(token, viewer)
      return viewer
    },
  }
}

/** Faults of the token are told from faults of the key server: the first are the caller's. */
function refusalOf(error: unknown): Error {
  const isTokenFault =
    error instanceof z.ZodError ||
    (error instanceof errors.JOSEError &&
      !(error instanceof errors.JWKSTimeout) &&
      !(error instanceof errors.JWKSInvalid) &&
      error.code !== 'ERR_JOSE_GENERIC')
  if (isTokenFault) return new TokenRefused(error.message, { cause: error })
  const code = error instanceof errors.JWKSTimeout ? 'UPSTREAM_TIMEOUT' : 'UPSTREAM_UNAVAILABLE'
  return new UpstreamError({ code, upstream: 'identity', detail: 'the signing keys cannot be read', cause: error })
}
