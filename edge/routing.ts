/** Where a request goes: the part, the path there, and how long (ms) the part may take until the next byte. */
export interface Destination {
  readonly part: 'gateway' | 'services' | 'storage'
  readonly path: string
  readonly timeoutMilliseconds: number
  /** The edge refuses a request whose Content-Length (bytes) is larger. The part has the same limit or a lower one. */
  readonly maximumBytes: number
}

interface Rule {
  readonly pattern: RegExp
  readonly part: Destination['part']
  readonly rewrite: string
  readonly timeoutMilliseconds: number
}

/**
 * The public paths. The timeouts leave time for slow answers:
 * - The gateway ends each operation after 9 s.
 * - A sign-in may wait for 8 s if many sign-ins came from its address, and then for 10 s until its password is hashed.
 * - Storage reads a whole photo before it answers.
 * - The operator's calls take minutes.
 */
const rules: readonly Rule[] = [
  { pattern: /^\/graphql(?=$|[/?])/, part: 'gateway', rewrite: '/graphql', timeoutMilliseconds: 20_000 },
  { pattern: /^\/identity\//, part: 'services', rewrite: '/identity/', timeoutMilliseconds: 20_000 },
  { pattern: /^\/storage\//, part: 'storage', rewrite: '/storage/', timeoutMilliseconds: 60_000 },
  {
    pattern: /^\/(config\.json|locales\/|brands\/)/,
    part: 'services',
    rewrite: '/site/$1',
    timeoutMilliseconds: 10_000,
  },
  {
    pattern: /^(\/help(?:\/(?:contact|terms|privacy))?|\/shop(?:\/reorder\/[\w-]+)?)\/?(?=$|\?)/,
    part: 'services',
    rewrite: '/site/pages$1',
    timeoutMilliseconds: 10_000,
  },
  {
    pattern: /^\/newsletter\/unsubscribe\//,
    part: 'services',
    rewrite: '/mailing/unsubscribe/',
    timeoutMilliseconds: 10_000,
  },
  {
    pattern: /^\/measurements(?=$|\?)/,
    part: 'services',
    rewrite: '/analytics/v1/measurements',
    timeoutMilliseconds: 10_000,
  },
  {
    pattern: /^\/feedback\/(?=[\w-]+\.js(?:$|\?))/,
    part: 'services',
    rewrite: '/site/feedback/',
    timeoutMilliseconds: 10_000,
  },
  {
    pattern: /^\/feedback(?=$|\?)/,
    part: 'services',
    rewrite: '/analytics/v1/feedback',
    timeoutMilliseconds: 10_000,
  },
  { pattern: /^\/books\//, part: 'services', rewrite: '/widgets/books/', timeoutMilliseconds: 10_000 },
  { pattern: /^\/dev\/(outbox|api)(?=$|[/?])/, part: 'services', rewrite: '/dev/$1', timeoutMilliseconds: 10_000 },
  { pattern: /^\/dev\/backup(?=$|\?)/, part: 'services', rewrite: '/dev/backup', timeoutMilliseconds: 300_000 },
  {
    pattern: /^\/dev\/payment-provider\//,
    part: 'services',
    rewrite: '/payments/demo-provider/pages/',
    timeoutMilliseconds: 10_000,
  },
  {
    pattern: /^\/dev\/(identity|photos|customers|orders|mailing|widgets|analytics)\//,
    part: 'services',
    rewrite: '/$1/dev/',
    timeoutMilliseconds: 300_000,
  },
]

/** The largest body in bytes that a part reads, except for uploads, whose limit is a setting of storage. */
const largestBody = 1024 * 1024
const uploads = /^\/storage\/files(?=$|[/?])/

/** The services' page for a host that belongs to no brand. At such a host, it replaces all pages of the client. */
export const unknownHostPage: Destination = {
  part: 'services',
  path: '/site/unknown-host',
  timeoutMilliseconds: 10_000,
  maximumBytes: largestBody,
}

/** Matches a `.` or `..` segment, plain or escaped, also after a backslash: it could lead out of the public paths. */
const climbing = /(^|[/\\])(\.|%2e){1,2}($|[/\\])/i

/**
 * Finds the destination of a request by its path (see the table in docs/architecture.md).
 * @param url the path and query of the request
 * @returns null if the path belongs to the client's static build
 */
export function destinationOf(url: string): Destination | null {
  if (climbing.test(url.split('?')[0] ?? '')) return null
  for (const { pattern, part, rewrite, timeoutMilliseconds } of rules) {
    if (!pattern.test(url)) continue
    const maximumBytes = uploads.test(url) ? Infinity : largestBody
    return { part, path: url.replace(pattern, rewrite), timeoutMilliseconds, maximumBytes }
  }
  return null
}
