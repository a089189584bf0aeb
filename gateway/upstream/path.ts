class SafePath {
  /** Null: an id in it cannot be one, so there is nothing to ask for. */
  readonly #text: string | null

  constructor(text: string | null) {
    this.#text = text
  }

  get text(): string | null {
    return this.#text
  }
}

/** A path of an upstream, below its base URL. Only `path` makes one. */
export type UpstreamPath = SafePath

/** What may stand in a query; null and undefined are left out. */
export type QueryParameters = Readonly<Record<string, string | number | boolean | null | undefined>>

/** No slash, percent, space or control character, no dot in front, a bounded length. */
const safeSegment = /^[A-Za-z0-9_~-][A-Za-z0-9_~.-]{0,127}$/

/**
 * Writes a path: path`/photos/${imageId}/neighbours`. Whatever ids are put into it, it stays the path that is written
 * here: one that is no plain segment makes a path that `Upstream.call` answers with NOT_FOUND, without a call.
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

/** The query of a URL with its question mark; empty when there is nothing to say. */
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
