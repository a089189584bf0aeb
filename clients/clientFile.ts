import { z } from 'zod'
import { apiScopes } from '../schema/rules/scopes.ts'

/** The loopback hosts that http redirect URIs may name, each with any port (RFC 8252, section 7.3). */
const loopbackNames = new Set(['127.0.0.1', '[::1]', 'localhost'])

const webUrl = z.url({ protocol: /^https?$/, error: 'must be a web address, such as https://frame.example' })

const shared = {
  name: z.string().trim().min(1, 'must not be empty').max(60, 'must have at most 60 characters'),
  brand: z.string().regex(/^[a-z0-9][a-z0-9-]{0,30}$/, 'must be the key of a brand, such as keepsake'),
  homepage: webUrl.optional(),
}

const scopes = z
  .array(z.enum(apiScopes, { error: `must be one of ${apiScopes.join(', ')}` }))
  .min(1, 'must have at least one scope')

const signsIn = {
  ...shared,
  scopes,
  /** True for a program of the retailer itself, which needs no consent of the customers. */
  ours: z.boolean().default(false),
  postLogoutRedirectUris: z.array(z.string()).default([]),
}

/** A page in a browser. Its origins follow from its redirect URIs. */
const page = z.strictObject({
  kind: z.literal('page'),
  ...signsIn,
  redirectUris: z
    .array(z.string().refine(isPageUri, 'must be an https address without a fragment, or one of localhost'))
    .min(1, 'must have at least one address'),
})

/** A program that a customer runs, such as a tool or a mobile app (RFC 8252). */
const native = z.strictObject({
  kind: z.literal('native'),
  ...signsIn,
  redirectUris: z
    .array(
      z
        .string()
        .refine(
          isNativeUri,
          'must be http://127.0.0.1/…, https, or have a scheme with a dot, such as com.example.frame:/callback',
        ),
    )
    .min(1, 'must have at least one address'),
})

/** A program that acts for no customer (OAuth 2.0, client credentials). */
const service = z.strictObject({
  kind: z.literal('service'),
  ...shared,
  scopes,
  secretDigest: z
    .string()
    .regex(/^[\w-]{43}$/, 'must be a SHA-256 digest in base64url, as npm run client -- add writes it'),
})

/** The file of a client, `<id>.json`. docs/clients.md explains each field. */
export const clientFileSchema = z.discriminatedUnion('kind', [page, native, service], {
  error: 'kind must be page, native or service',
})

export type ClientFile = z.infer<typeof clientFileSchema>

/** Ids of clients. They must differ from those of our own sites (`<brand>-web`) and of the explorer. */
export const clientIdPattern = /^(?!graphiql$)(?!.*-web$)[a-z][a-z0-9-]{1,60}$/

function isPageUri(text: string): boolean {
  const url = URL.parse(text)
  if (!url || url.hash !== '' || text.includes('*')) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLocal(url.hostname))
}

function isNativeUri(text: string): boolean {
  const url = URL.parse(text)
  if (!url || url.hash !== '' || text.includes('*')) return false
  if (url.protocol === 'http:') return loopbackNames.has(url.hostname)
  return url.protocol === 'https:' || /^[a-z][a-z0-9+-]*\.[a-z0-9.+-]+:$/.test(url.protocol)
}

function isLocal(hostname: string): boolean {
  return loopbackNames.has(hostname) || hostname.endsWith('.localhost')
}
