/** Where a request goes: a part, the path below it, and how long it may say nothing. */
export interface Destination {
  readonly part: 'gateway' | 'services'
  readonly path: string
  readonly patienceMilliseconds: number
}

interface Rule {
  readonly pattern: RegExp
  readonly part: Destination['part']
  readonly rewrite: string
  readonly patienceMilliseconds: number
}

/** The gateway ends every operation in 9 s; storage reads a photo before it answers; the operator's calls are long. */
const rules: readonly Rule[] = [
  { pattern: /^\/graphql(?=$|[/?])/, part: 'gateway', rewrite: '/graphql', patienceMilliseconds: 20_000 },
  { pattern: /^\/identity\//, part: 'services', rewrite: '/identity/', patienceMilliseconds: 15_000 },
  { pattern: /^\/storage\//, part: 'services', rewrite: '/storage/', patienceMilliseconds: 60_000 },
  {
    pattern: /^\/(config\.json|locales\/|brands\/)/,
    part: 'services',
    rewrite: '/site/$1',
    patienceMilliseconds: 10_000,
  },
  { pattern: /^\/dev\/outbox(?=$|[/?])/, part: 'services', rewrite: '/dev/outbox', patienceMilliseconds: 10_000 },
  {
    pattern: /^\/dev\/(identity|photos|customers)\//,
    part: 'services',
    rewrite: '/$1/dev/',
    patienceMilliseconds: 300_000,
  },
]

/** A step to where one is or up, plain or escaped, also behind a backslash: it could lead out of what is public. */
const climbing = /(^|[/\\])(\.|%2e){1,2}($|[/\\])/i

/**
 * Decides by its path where a request goes (the table of docs/architecture.md).
 * @param url path and query as they came in
 * @returns null for what belongs to the client's static build
 */
export function destinationOf(url: string): Destination | null {
  if (climbing.test(url.split('?')[0] ?? '')) return null
  for (const { pattern, part, rewrite, patienceMilliseconds } of rules) {
    if (pattern.test(url)) return { part, path: url.replace(pattern, rewrite), patienceMilliseconds }
  }
  return null
}
