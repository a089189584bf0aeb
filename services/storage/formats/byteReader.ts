import type { FileHandle } from 'node:fs/promises'

const windowBytes = 256 * 1024

/** Random access to a file, in windows: structure checks ask for few bytes at many places. */
export class ByteReader {
  readonly size: number
  readonly #handle: FileHandle
  #room = Buffer.alloc(0)
  #window = Buffer.alloc(0)
  #start = 0

  constructor(handle: FileHandle, size: number) {
    this.#handle = handle
    this.size = size
  }

  /** The bytes of a place; fewer than asked for at the end of the file. They are good until the next call. */
  async bytes(position: number, length: number): Promise<Buffer> {
    const end = Math.min(position + length, this.size)
    if (end <= position) return Buffer.alloc(0)
    if (position < this.#start || end > this.#start + this.#window.length) {
      const wanted = Math.min(Math.max(end - position, windowBytes), this.size - position)
      if (this.#room.length < wanted)
        this.#room = Buffer.allocUnsafe(Math.min(Math.max(wanted, windowBytes), this.size))
      const { bytesRead } = await this.#handle.read(this.#room, 0, wanted, position)
      this.#window = this.#room.subarray(0, bytesRead)
      this.#start = position
    }
    return this.#window.subarray(position - this.#start, end - this.#start)
  }
}
