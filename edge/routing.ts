/** Where a request goes: a part, and the path below it. */
export interface Destination {
  readonly part: 'gateway' | 'services'
  readonly path: string
}

const rules: readonly { pattern: RegExp; part: Destination['part']; rewrite: string }[] = [
  { pattern: /^\/graphql(?=$|[/?])/, part: 'gateway', rewrite: '/graphql' },
  { pattern: /^\/(identity|storage)\//, part: 'services', rewrite: '/$1/' },
  { pattern: /^\/(config\.json|locales\/|brands\/)/, part: 'services', rewrite: '/site/$1' },
  { pattern: /^\/dev\/outbox(?=$|[/?])/, part: 'services', rewrite: '/dev/outbox' },
  { pattern: /^\/dev\/(identity|photos)\//, part: 'services', rewrite: '/$1/dev/' },
]

/**
 * Decides by its path where a request goes (the table of docs/architecture.md).
 * @param url path and query as they came in
 * @returns null for what belongs to the client's static build
 */
export function destinationOf(url: string): Destination | null {
  for (const { pattern, part, rewrite } of rules) {
    if (pattern.test(url)) return { part, path: url.replace(pattern, rewrite) }
  }
  return null
}
