import { z } from 'zod'

const authority = /^([a-z]+:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/i

/** `DATABASE_URL` and similar settings: a PostgreSQL server, or several hosts of which one accepts writes. */
export const databaseUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//)
  .refine((text) => hostUrls(text).every((url) => URL.canParse(url)))
  .optional()
  .describe('a URL such as postgres://user:password@host:5432/keepsake')

/**
 * The URLs of the hosts of a database URL, which may have several hosts, separated by commas, as libpq allows.
 * `target_session_attrs` is left out, because the services always look for the host that accepts writes.
 */
export function hostUrls(text: string): string[] {
  const found = authority.exec(text)
  if (!found) return []
  const [, before = '', hosts = '', after = ''] = found
  const rest = after.replace(/([?&])target_session_attrs=[^&]*&?/, '$1').replace(/[?&]$/, '')
  return hosts.split(',').map((host) => `${before}${host}${rest}`)
}
