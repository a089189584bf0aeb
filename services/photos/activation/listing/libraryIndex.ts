import type { Readable } from 'node:stream'
import { JSONParser } from '@streamparser/json'
import { guardIndex, UnreadableIndex } from './indexGuard.ts'

/** A fact of `library.json`. Facts come in the order of the file. Other content is ignored. */
export type IndexFact =
  | { readonly kind: 'file'; readonly index: number; readonly part: 'path' | 'name'; readonly text: string }
  | { readonly kind: 'album'; readonly album: number; readonly part: 'name' | 'created'; readonly text: string }
  | { readonly kind: 'albumFile'; readonly album: number; readonly place: number; readonly path: string }

/**
 * Parses `{ albums: [{ name, created, files: [path] }], files: [{ path, name }] }` as a stream, so that the memory it needs does not grow with the library.
 * @throws UnreadableIndex if the content is not JSON, or exceeds a limit of `indexGuard.ts`
 */
export async function* readIndex(content: Readable): AsyncGenerator<IndexFact> {
  const parser = new JSONParser({
    paths: ['$.files.*.path', '$.files.*.name', '$.albums.*.name', '$.albums.*.created', '$.albums.*.files.*'],
    keepStack: false,
  })
  let facts: IndexFact[] = []
  parser.onValue = ({ value, key, stack }) => {
    const fact = factOf(value, [...stack.slice(1).map((element) => element.key), key])
    if (fact) facts.push(fact)
  }
  for await (const chunk of guardIndex(content)) {
    parse(parser, chunk)
    yield* facts
    facts = []
  }
  if (!parser.isEnded) throw new UnreadableIndex('The index is truncated.')
}

function parse(parser: JSONParser, chunk: Buffer): void {
  try {
    parser.write(chunk)
  } catch (error) {
    throw new UnreadableIndex('The index is not JSON.', { cause: error })
  }
}

function factOf(text: unknown, path: readonly unknown[]): IndexFact | null {
  const [list, index, part, place] = path
  if (typeof text !== 'string' || typeof index !== 'number') return null
  if (list === 'files') return part === 'path' || part === 'name' ? { kind: 'file', index, part, text } : null
  if (part === 'name' || part === 'created') return { kind: 'album', album: index, part, text }
  return typeof place === 'number' ? { kind: 'albumFile', album: index, place, path: text } : null
}
