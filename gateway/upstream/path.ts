class SafePath {
  /** The path. Null when an id in the path is invalid, so that no call is made. */
  readonly #text: string | null
  readonly #literals: readonly string[]

  constructor(text: string | null, literals: readonly string[]) {
    this.#text = text
    this.#literals = literals
  }

  /** The path with `:id` in place of ids, for logs. */
  get route(): string {
    return this.#literals.join(':id')
  }

  get text(): string | null {
    return this.#text
  }
}

/** A path below an upstream's base URL. Only `path` creates one. */
export type UpstreamPath = SafePath

/** Query parameters; null and undefined are left out. */
export type QueryParameters = Readonly<Record<string, string | number | boolean | null | undefined>>

/** Most ids. They are safe, and the same when encoded. */
const plain = /^[\w-]{1,64}$/
/** Maximum length of an id in a path, in characters. */
const longestId = 1_024
/** Control characters, and `.` or `..` between slashes: a proxy that decodes the path would resolve them. */
const unsafe = /\p{Cc}|(?:^|[/\\])\.{1,2}(?:[/\\]|$)/u

/**
 * Builds a path, for example path`/photos/${imageId}/neighbours`. An id may be any text, and is encoded as one segment,
 * so it cannot change the path. With an id that no service can have, `Upstream.call` responds NOT_FOUND without a
 * request.
 * @param ids strings, or whole numbers from 0
 */
export function path(literals: TemplateStringsArray, ...ids: readonly (string | number)[]): UpstreamPath {
  let text = literals[0] ?? ''
  for (const [index, id] of ids.entries()) {
    const isPlain = typeof id === 'string' && plain.test(id)
    if (!isPlain && !isSafe(id)) return new SafePath(null, literals)
    text += (isPlain ? id : encodeURIComponent(id)) + (literals[index + 1] ?? '')
  }
  return new SafePath(text, literals)
}

/** The query of a URL with its question mark; empty without parameters. */
export function queryOf(parameters: QueryParameters): string {
  let text = ''
  for (const name in parameters) {
    const value = parameters[name]
    if (value === null || value === undefined) continue
    text += `${text === '' ? '?' : '&'}${name}=${typeof value === 'string' ? encodeURIComponent(value.toWellFormed()) : String(value)}`
  }
  return text
}

function isSafe(id: string | number): boolean {
  if (typeof id === 'number') return Number.isSafeInteger(id) && id >= 0
  return id !== '' && id.length <= longestId && id.isWellFormed() && !unsafe.test(id)
}
