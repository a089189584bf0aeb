class SafePath {
  /** Null when an id in it is invalid, so that no call is made. */
  readonly #text: string | null

  constructor(text: string | null) {
    this.#text = text
  }

  get text(): string | null {
    return this.#text
  }
}

/** A path below an upstream's base URL. Only `path` creates one. */
export type UpstreamPath = SafePath

/** Query parameters; null and undefined are left out. */
export type QueryParameters = Readonly<Record<string, string | number | boolean | null | undefined>>

/** A segment without slash, percent sign, space or control character, without a leading dot, and of bounded length. */
const safeSegment = /^[A-Za-z0-9_~-][A-Za-z0-9_~.-]{0,127}$/

/**
 * Builds a path: path`/photos/${imageId}/neighbours`. Ids cannot change the path: with an id that is not a plain segment,
 * `Upstream.call` responds NOT_FOUND without a request.
 * @param ids strings, or whole numbers from 0
 */
export function path(literals: TemplateStringsArray, ...ids: readonly (string | number)[]): UpstreamPath {
  let text = literals[0] ?? ''
  for (const [index, id] of ids.entries()) {
    if (!isSafe(id)) return new SafePath(null)
    text += String(id) + (literals[index + 1] ?? '')
  }
  return new SafePath(text)
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
  return safeSegment.test(id) && !id.includes('..')
}
