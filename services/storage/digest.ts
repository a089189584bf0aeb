import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { FileHandle } from 'node:fs/promises'

const chunkBytes = 256 * 1024
/** Buffers to reuse, because many large buffers make the garbage collector walk through the whole heap. */
const spareChunks: Buffer[] = []

export interface Digest {
  /** SHA-256, in hexadecimal. */
  readonly checksum: string
  readonly crc32: number
}

/** Reads a file once and computes both checksums. */
export async function digest(handle: FileHandle): Promise<Digest> {
  const hash = createHash('sha256')
  const chunk = spareChunks.pop() ?? Buffer.allocUnsafeSlow(chunkBytes)
  try {
    let sum = 0
    for (let position = 0; ;) {
      const { bytesRead } = await handle.read(chunk, 0, chunkBytes, position)
      if (bytesRead === 0) return { checksum: hash.digest('hex'), crc32: sum }
      const part = chunk.subarray(0, bytesRead)
      hash.update(part)
      sum = crc32(part, sum)
      position += bytesRead
    }
  } finally {
    spareChunks.push(chunk)
  }
}
