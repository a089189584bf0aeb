import { Readable } from 'node:stream'

/** What `open` returns: the bytes, or null if they are gone. */
type Content = AsyncIterable<Buffer> | null

interface Entry {
  open(): Promise<Content>
}

/** An entry that was opened. */
export interface Opened<Item> {
  readonly entry: Item
  readonly content: Content
}

/**
 * Opens entries in their order. Each content is closed when the next is requested.
 * @param ahead how many entries to open before they are requested
 * @throws the error of an entry's `open`, when this entry is requested
 */
export async function* openAhead<Item extends Entry>(
  entries: AsyncIterable<Item> | Iterable<Item>,
  ahead: number,
): AsyncGenerator<Opened<Item>> {
  const waiting: { readonly entry: Item; readonly content: Promise<Content> }[] = []
  try {
    for await (const entry of entries) {
      const content = entry.open()
      // The error is thrown when this entry is requested.
      content.catch(() => undefined)
      waiting.push({ entry, content })
      if (waiting.length > ahead) yield* first(waiting)
    }
    while (waiting.length > 0) yield* first(waiting)
  } finally {
    for (const { content } of waiting) close(await content.catch(() => null))
  }
}

async function* first<Item>(
  waiting: { readonly entry: Item; readonly content: Promise<Content> }[],
): AsyncGenerator<Opened<Item>> {
  const next = waiting.shift()
  if (!next) return
  const content = await next.content
  try {
    yield { entry: next.entry, content }
  } finally {
    close(content)
  }
}

/** Closes a stream, because an iteration that never started does not close it. */
function close(content: Content): void {
  if (content instanceof Readable) content.destroy()
}
