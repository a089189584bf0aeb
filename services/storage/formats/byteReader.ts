/** What bytes are read from, such as an open file. */
interface ByteSource {
  read(buffer: Buffer, offset: number, length: number, position: number): Promise<{ readonly bytesRead: number }>
}

const windowBytes = 256 * 1024

/** Random access to a file through a window in memory, because the checks read a few bytes at many positions. */
export class ByteReader {
  readonly size: number
  readonly #source: ByteSource
  #buffer = Buffer.alloc(0)
  #window = Buffer.alloc(0)
  #start = 0

  constructor(source: ByteSource, size: number) {
    this.#source = source
    this.size = size
  }

  /** Reads bytes at a position; fewer at the end of the file. The buffer is valid only until the next call. */
  async bytes(position: number, length: number): Promise<Buffer> {
    const end = Math.min(position + length, this.size)
    if (end <= position) return Buffer.alloc(0)
    if (position < this.#start || end > this.#start + this.#window.length) {
      const wanted = Math.min(Math.max(end - position, windowBytes), this.size - position)
      if (this.#buffer.length < wanted)
        this.#buffer = Buffer.allocUnsafe(Math.min(Math.max(wanted, windowBytes), this.size))
      const { bytesRead } = await this.#source.read(this.#buffer, 0, wanted, position)
      this.#window = this.#buffer.subarray(0, bytesRead)
      this.#start = position
    }
    return this.#window.subarray(position - this.#start, end - this.#start)
  }
}
