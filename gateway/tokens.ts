import { createRemoteJWKSet, customFetch, errors, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { scopesIn } from '../schema/rules/scopes.ts'
import type { GatewayConfig } from './config.ts'
import type { Viewer } from './context.ts'
import { UpstreamError } from './errors/upstreamError.ts'
import { ownCall } from './upstream/ownCall.ts'
import { path } from './upstream/path.ts'
import type { Upstream } from './upstream/upstream.ts'
import { wireSchema } from './upstream/wireSchema.ts'

/** The error for a refused token. The reason is logged, but not sent to the caller. */
export class TokenRefused extends Error {
  override readonly name = 'TokenRefused'
}

/** The size of the token cache, and its hits and misses so far. */
export interface TokenState {
  readonly kept: number
  readonly remembered: number
  readonly checked: number
}

/** Verifies access tokens. */
export interface TokenVerifier {
  /**
   * @throws TokenRefused when the token is invalid
   * @throws UpstreamError when the signing keys cannot be loaded
   */
  verify(token: string): Promise<Viewer>
  /** The viewer of a token that was verified earlier and is still valid. Undefined for all other tokens. */
  known(token: string): Viewer | undefined
  /** Whether the token of a viewer that `known` returned is still valid. Counts as a use of the cache. */
  recall(viewer: Viewer): boolean
}

/** Maximum length of a token. Ours have about 700 characters. */
const longestToken = 8_192
/** Maximum length of an account's id: it is part of global ids. */
const longestAccountId = 255
/** Tolerated clock difference (s) between the identity service and the gateway. */
const leeway = 5
/** Limits of the token caches: valid tokens, their total characters, and refused tokens, which are cached for 10 s. */
const [rememberedTokens, rememberedCharacters, rememberedRefusals] = [10_000, 20_000_000, 1_000]
const refusalCacheTime = 10_000
/** Age (ms) after which keys are refreshed in the background, and after which they are no longer used. */
const [keysFresh, keysUsable] = [5 * 60_000, 60 * 60_000]
/** Minimum time (ms) between two reads of the keys because a token names an unknown key, and after a failed read. */
const [unknownKeyPause, failurePause] = [10_000, 1_000]

/** The format of a token: three parts in base64url. An ES256 signature has 64 bytes. */
const shape = /^[\w-]+\.[\w-]+\.[\w-]{86}$/

/** The claims of a token that the gateway reads. */
export const claims = z.object({
  sub: z.string().min(1).max(longestAccountId),
  email: z.string().min(1),
  auth_method: z.string(),
  idp_type: z.string().optional(),
  idp_sub: z.string().optional(),
  sid: z.string().optional(),
  scope: z.string().optional(),
  exp: z.number(),
  iat: z.number().optional(),
})

const keySet = wireSchema(z.object({ keys: z.array(z.looseObject({ kty: z.string() })) }))

/**
 * Verifies tokens with the identity service's keys. Results are cached until the token expires, because checking a
 * signature costs more than the smallest query (docs/decisions/0208).
 */
export function createTokenVerifier(
  config: GatewayConfig,
  identity: Upstream,
): TokenVerifier & { state(): TokenState } {
  const check = createCheck(config, identity)
  const remembered = new LRUCache<string, Viewer>({
    max: rememberedTokens,
    maxSize: rememberedCharacters,
    sizeCalculation: ({ accessToken }) => accessToken.length,
  })
  const refused = new LRUCache<string, TokenRefused>({ max: rememberedRefusals, ttl: refusalCacheTime })
  const flights = new Map<string, Promise<Viewer>>()
  const found = { remembered: 0, checked: 0 }

  async function checkOnce(token: string): Promise<Viewer> {
    try {
      const viewer = await check(token)
      remembered.set(token, viewer)
      return viewer
    } catch (error) {
      if (error instanceof TokenRefused && isLasting(error)) refused.set(token, error)
      throw error
    } finally {
      flights.delete(token)
    }
  }

  function known(token: string): Viewer | undefined {
    const viewer = remembered.get(token)
    return viewer && isCurrent(viewer) ? viewer : undefined
  }

  return {
    known,
    recall(viewer) {
      if (!isCurrent(viewer)) return false
      found.remembered += 1
      return true
    },
    async verify(token) {
      if (token.length > longestToken) throw new TokenRefused('too long for a token')
      const viewer = known(token)
      if (viewer) {
        found.remembered += 1
        return viewer
      }
      remembered.delete(token)
      if (!shape.test(token)) throw new TokenRefused('not a token')
      const refusal = refused.get(token)
      if (refusal) throw refusal
      found.checked += 1
      const flight = flights.get(token) ?? checkOnce(token)
      flights.set(token, flight)
      return flight
    },
    state: () => ({ kept: remembered.size, ...found }),
  }
}

function isCurrent({ expires }: Viewer): boolean {
  return expires + leeway * 1000 > Date.now()
}

/** Checks signature and claims, without the cache. */
function createCheck(config: GatewayConfig, identity: Upstream): (token: string) => Promise<Viewer> {
  const keys = createKeys(config, identity)
  const options = {
    algorithms: ['ES256'],
    typ: 'at+jwt',
    audience: config.tokenAudience,
    requiredClaims: ['exp', 'sub', 'iss'],
    clockTolerance: leeway,
  }
  return async (token) => {
    try {
      const { payload } = await jwtVerify(token, keys, options)
      // All authorities have the same keys. The identity service issues no token for an unknown authority.
      if (!isIssuer(payload.iss, config.tokenIssuer))
        throw new errors.JWTClaimValidationFailed('unexpected "iss"', payload, 'iss', 'check_failed')
      const { sub, email, auth_method, idp_type, idp_sub, sid, scope, exp, iat } = claims.parse(payload)
      // jose checks `iat` only when a maximum token age is set.
      if (iat !== undefined && iat > Date.now() / 1000 + leeway)
        throw new errors.JWTClaimValidationFailed('"iat" is in the future', payload, 'iat', 'check_failed')
      return {
        accountId: sub,
        email,
        isBusiness: auth_method.toLowerCase() === 'b2b',
        // The defaults for tokens without these claims are the values that our own identity service uses.
        idpType: idp_type ?? 'keepsake',
        idpSub: idp_sub ?? sub,
        sessionId: sid ?? null,
        // Tokens of an earlier release, and of other identity services, do not have this claim.
        scopes: scope === undefined ? null : scopesIn(scope),
        accessToken: token,
        expires: exp * 1000,
      }
    } catch (error) {
      throw failureOf(error)
    }
  }
}

/** True for our own issuer, and for those of the authorities that brands have: `<issuer>/authorities/nordic`. */
function isIssuer(given: string | undefined, own: string): boolean {
  if (given === undefined || !given.startsWith(own)) return false
  return /^(\/authorities\/[a-z][a-z0-9-]{0,30})?$/.test(given.slice(own.length))
}

/**
 * The identity service's keys. They are loaded on first use, when a token names an unknown key, and in the background
 * when they are 5 minutes old. A key rotation therefore needs no restart. While the service is down, loaded keys stay
 * usable until they are an hour old.
 */
function createKeys(config: GatewayConfig, identity: Upstream) {
  let lastFailure: { readonly error: unknown; readonly at: number } | undefined
  let lastRead = 0

  async function read(): Promise<Response> {
    if (lastFailure && Date.now() - lastFailure.at < failurePause) throw lastFailure.error
    try {
      const found = await identity.call(
        { path: path`/jwks`, answer: keySet },
        ownCall(config.upstreams.identity.timeout),
      )
      lastRead = Date.now()
      return Response.json(found)
    } catch (error) {
      lastFailure = { error, at: Date.now() }
      throw error
    }
  }

  const keys = createRemoteJWKSet(new URL(`${config.upstreams.identity.url}/jwks`), {
    [customFetch]: read,
    cacheMaxAge: keysUsable,
    cooldownDuration: unknownKeyPause,
  })
  return async (...given: Parameters<typeof keys>) => {
    if (keys.fresh && Date.now() - lastRead > keysFresh) keys.reload().catch(() => undefined)
    return keys(...given)
  }
}

/**
 * Whether the token stays invalid. False for a temporary reason: a key that is not loaded yet, or a token that is not
 * valid yet.
 */
function isLasting({ cause }: TokenRefused): boolean {
  if (cause instanceof errors.JWTClaimValidationFailed) return cause.claim !== 'nbf' && cause.claim !== 'iat'
  return !(cause instanceof errors.JWKSNoMatchingKey)
}

/** Separates faults of the token, which the caller causes, from faults of the key server. */
function failureOf(error: unknown): Error {
  if (error instanceof UpstreamError) return error
  const isTokenFault =
    error instanceof z.ZodError ||
    (error instanceof errors.JOSEError && !(error instanceof errors.JWKSInvalid) && error.code !== 'ERR_JOSE_GENERIC')
  if (isTokenFault) return new TokenRefused(error.message, { cause: error })
  const detail = 'the signing keys cannot be used'
  return new UpstreamError({ code: 'UPSTREAM_INVALID_RESPONSE', upstream: 'identity', detail, cause: error })
}
