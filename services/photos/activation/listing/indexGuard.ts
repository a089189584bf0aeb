/** The index of an older library is invalid; a retry would not help. */
export class UnreadableIndex extends Error {}

/** The maximum size of an index, enough for some millions of files. It limits the time of reading, not the memory. */
const maximumBytes = 512 * 1024 * 1024
/** The longest token in bytes: a path or name, with its escape sequences. */
const longestToken = 32 * 1024
/** The greatest allowed nesting. The deepest list we read is an album's files. */
const deepest = 8

const [quote, backslash] = [0x22, 0x5c]
const openers = new Set([0x5b, 0x7b])
const closers = new Set([0x5d, 0x7d])
const separators = new Set([0x2c, 0x3a, 0x20, 0x09, 0x0a, 0x0d])

/**
 * Passes a `library.json` through, without its byte order mark. The parser keeps the current token and its path in
 * memory, so this function limits the length of a token and the depth of its path.
 * @throws UnreadableIndex if the index is too large, too deep, or has too long a token
 */
export async function* guardIndex(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const guard = new IndexGuard()
  let isFirst = true
  for await (const chunk of content) {
    guard.pass(chunk)
    const hasMark = isFirst && chunk.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]))
    isFirst = false
    yield hasMark ? chunk.subarray(3) : chunk
  }
}

class IndexGuard {
  #bytes = 0
  #depth = 0
  #token = 0
  #isInString = false
  #isEscaped = false

  pass(chunk: Buffer): void {
    this.#bytes += chunk.length
    if (this.#bytes > maximumBytes) throw new UnreadableIndex(`The index has more than ${maximumBytes} bytes.`)
    for (const byte of chunk) {
      if (this.#isInString) this.#passInString(byte)
      else this.#passBetween(byte)
      if (this.#token > longestToken)
        throw new UnreadableIndex(`The index has a text of more than ${longestToken} bytes.`)
      if (this.#depth > deepest) throw new UnreadableIndex(`The index is nested more than ${deepest} deep.`)
    }
  }

  #passInString(byte: number): void {
    this.#token += 1
    if (this.#isEscaped) this.#isEscaped = false
    else if (byte === backslash) this.#isEscaped = true
    else if (byte === quote) this.#isInString = false
  }

  #passBetween(byte: number): void {
    const isStructure = openers.has(byte) || closers.has(byte) || separators.has(byte)
    this.#token = isStructure || byte === quote ? 0 : this.#token + 1
    if (byte === quote) this.#isInString = true
    else if (openers.has(byte)) this.#depth += 1
    else if (closers.has(byte)) this.#depth -= 1
  }
}
