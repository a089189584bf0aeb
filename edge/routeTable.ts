import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const file = 'routes.json'

/** Whether the client has a page at a path, such as `/my-photos/photos`. */
export type PageFinder = (path: string) => boolean

/**
 * Reads the patterns of the client's addresses, which the build of the client lists (web/build/routeTable.ts).
 * @throws Error when the file is missing or is not a list of texts
 */
export async function readRouteTable(webRoot: string): Promise<PageFinder> {
  const patterns: unknown = JSON.parse(await readFile(join(webRoot, file), 'utf8'))
  if (!Array.isArray(patterns) || !patterns.every((pattern) => typeof pattern === 'string')) {
    throw new TypeError(`${file} of the client is not a list of texts`)
  }
  const table = patterns.map(toRegExp)
  return (path) => {
    const decoded = decode(path)
    return table.some((pattern) => pattern.test(decoded))
  }
}

/** Matches paths as the client's router does: case does not matter, and neither do slashes at the end. */
function toRegExp(pattern: string): RegExp {
  const segments = pattern.split('/').map((segment) => (segment.startsWith(':') ? '[^/]+' : RegExp.escape(segment)))
  return new RegExp(`^${segments.join('/').replace(/\/$/, '')}/*$`, 'i')
}

/** Decodes each segment of a path. An escaped slash does not start a segment. */
function decode(path: string): string {
  try {
    return path
      .split('/')
      .map((segment) => decodeURIComponent(segment).replaceAll('/', '%2F'))
      .join('/')
  } catch {
    // An invalid escape: the router compares the path as it is.
    return path
  }
}
