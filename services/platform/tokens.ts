import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { scopesIn } from '../../schema/rules/scopes.ts'
import type { Tokens } from './platform.ts'
import { Problem, unauthenticated } from './problems.ts'

/** The audience of access tokens. */
const tokenAudience = 'urn:keepsake:api'
const clockToleranceSeconds = 5
const keysDeadlineMilliseconds = 5_000
const longestToken = 8_192

const claims = z.object({
  sub: z.uuid(),
  email: z.string().min(1),
  scope: z.string().optional(),
  email_verified: z.boolean().catch(false),
  auth_method: z.string().min(1),
  client_id: z.string().nullable().catch(null),
  auth_time: z.number().nullable().catch(null),
  sid: z.string().nullable().catch(null),
  exp: z.number(),
})

/**
 * The claims of a client that acts for no customer: the token was issued to the client itself (RFC 9068, section 2.2).
 */
const serviceClaims = z
  .object({ sub: z.string(), client_id: z.string(), scope: z.string(), auth_method: z.undefined().optional() })
  .refine(({ sub, client_id }) => sub === client_id)

/**
 * Verifies access tokens with the keys of the identity service. The keys are loaded from `<identityUrl>/jwks` when they
 * are first needed. If a token has an unknown key, they are loaded again, but at most once in 30 s.
 */
export function createTokens(config: {
  readonly identityUrl: string
  /** The issuers whose tokens are accepted now. */
  readonly issuers: () => readonly string[]
}): Tokens {
  const keys = createRemoteJWKSet(new URL(`${config.identityUrl}/jwks`), { timeoutDuration: keysDeadlineMilliseconds })

  const verify: Tokens['verify'] = async (token) => {
    const payload = await verifiedPayload(token, keys, config.issuers())
    const { success, data } = claims.safeParse(payload)
    if (!success) throw unauthenticated('The access token lacks claims.')
    return {
      id: data.sub,
      email: data.email,
      authMethod: data.auth_method,
      emailVerified: data.email_verified,
      clientId: data.client_id,
      authenticatedAt: data.auth_time === null ? null : new Date(data.auth_time * 1000),
      sessionId: data.sid,
      scopes: data.scope === undefined ? null : scopesIn(data.scope),
      expires: new Date(data.exp * 1000),
    }
  }
  return {
    verify,
    authenticate: async (request) => verify(tokenOf(request)),
    async authenticateService(request) {
      const payload = await verifiedPayload(tokenOf(request), keys, config.issuers())
      const { success, data } = serviceClaims.safeParse(payload)
      if (!success) throw new Problem(403, 'SERVICES_ONLY', 'This call is for services only.')
      return { clientId: data.client_id, scopes: scopesIn(data.scope) }
    },
  }
}

function tokenOf({ headers }: FastifyRequest): string {
  const token = /^Bearer +([\w.~+/=-]+) *$/i.exec(headers.authorization ?? '')?.[1]
  if (!token) throw unauthenticated('A bearer token is required.')
  return token
}

async function verifiedPayload(
  token: string,
  keys: ReturnType<typeof createRemoteJWKSet>,
  issuers: readonly string[],
): Promise<JWTPayload> {
  if (token.length > longestToken) throw unauthenticated('The access token is too long.')
  try {
    const { payload } = await jwtVerify(token, keys, {
      algorithms: ['ES256'],
      typ: 'at+jwt',
      issuer: [...issuers],
      audience: tokenAudience,
      requiredClaims: ['exp', 'iat', 'sub'],
      clockTolerance: clockToleranceSeconds,
    })
    // jose checks `iat` only when a maximum token age is set.
    if (Number(payload.iat) > Date.now() / 1000 + clockToleranceSeconds)
      throw new errors.JWTClaimValidationFailed('"iat" is in the future', payload, 'iat', 'check_failed')
    return payload
  } catch (error) {
    if (isAboutToken(error)) throw unauthenticated(reasonOf(error))
    throw new Problem(503, 'IDENTITY_UNAVAILABLE', 'The keys for access tokens cannot be loaded at the moment.')
  }
}

/**
 * True if the token caused the error. False if the key server is slow, is down, or sends an invalid answer: then the
 * token is not at fault.
 */
function isAboutToken(error: unknown): boolean {
  if (error instanceof TypeError && error.message.includes('fetch')) return false
  if (!(error instanceof errors.JOSEError)) return !(error instanceof Error && 'cause' in error)
  return !(
    error instanceof errors.JWKSTimeout ||
    error instanceof errors.JWKSInvalid ||
    error.code === 'ERR_JOSE_GENERIC'
  )
}

function reasonOf(error: unknown): string {
  return error instanceof errors.JWTExpired ? 'The access token has expired.' : 'The access token is not valid.'
}
