import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

const cookieName = 'identity_device'
const lifetimeSeconds = 365 * 24 * 60 * 60
/** For how many accounts one browser can be a known device. */
const maximumAccounts = 5

/** The facts about an account that its known devices depend on: if a fact changes, all devices become unknown. */
export interface DeviceAccount {
  readonly id: string
  /** A changed password makes all devices unknown. */
  readonly passwordHash: string | null
}

/**
 * Devices on which an account has signed in before. A device has a cookie with a signed token per account:
 * `<id>.<issued, seconds since 1970>.<signature>`. The service stores nothing, so all replicas know the same devices.
 */
export interface Devices {
  /** @returns the id of the device if the account has signed in there before, otherwise null */
  find(request: FastifyRequest, account: DeviceAccount | null): string | null
  /** Makes the device known for the account, for a year. Call this when the visitor has proved to own the account. */
  remember(request: FastifyRequest, reply: FastifyReply, account: DeviceAccount): void
}

/**
 * @param keys the keys of cookies: the first one signs, all are accepted
 * @param isSecure true if browsers reach the service by https
 */
export function createDevices(keys: readonly string[], isSecure: boolean): Devices {
  const find: Devices['find'] = (request, account) => {
    if (!account) return null
    const token = tokensOf(request).find((candidate) => belongsTo(candidate, account))
    return token?.split('.')[0] ?? null
  }
  const belongsTo = (token: string, account: DeviceAccount) => {
    const [id = '', issued = '', signature = ''] = token.split('.')
    if (Number(issued) < secondsNow() - lifetimeSeconds) return false
    return keys.some((key) => isEqual(signature, sign(key, { id, issued, account })))
  }
  return {
    find,
    remember(request, reply, account) {
      const id = find(request, account) ?? randomBytes(16).toString('base64url')
      const issued = String(secondsNow())
      const token = `${id}.${issued}.${sign(keys[0] ?? '', { id, issued, account })}`
      const others = tokensOf(request).filter((other) => !other.startsWith(`${id}.`))
      const value = [token, ...others].slice(0, maximumAccounts).join('~')
      const attributes = `Path=/identity; Max-Age=${lifetimeSeconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
      reply.header('set-cookie', `${cookieName}=${value}; ${attributes}`)
    },
  }
}

/** The tokens in the cookie of a request, of all accounts. */
function tokensOf(request: FastifyRequest): readonly string[] {
  const [, value = ''] =
    new RegExp(`(?:^|; *)${cookieName}=([\\w.~-]{1,1000})`).exec(request.headers.cookie ?? '') ?? []
  return value.split('~').filter((token) => token !== '')
}

function sign(
  key: string,
  { id, issued, account }: { readonly id: string; readonly issued: string; readonly account: DeviceAccount },
): string {
  const signed = ['device', id, issued, account.id, account.passwordHash ?? ''].join('\n')
  return createHmac('sha256', key).update(signed).digest('base64url')
}

function isEqual(left: string, right: string): boolean {
  const [one, other] = [Buffer.from(left), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}

function secondsNow(): number {
  return Math.floor(Date.now() / 1000)
}
