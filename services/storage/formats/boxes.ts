import { Refusal } from './refusal.ts'

/** A box of an ISO base media file, within a buffer. */
export interface Box {
  readonly type: string
  /** The bytes of the box without its header. */
  readonly content: Buffer
}

const maxBoxes = 10_000

/** The boxes in a buffer. Throws a `Refusal` if one does not fit. */
export function boxesOf(buffer: Buffer): Box[] {
  const boxes: Box[] = []
  let position = 0
  while (position < buffer.length) {
    if (position + 8 > buffer.length || boxes.length >= maxBoxes) throw damagedHeic()
    let length = buffer.readUInt32BE(position)
    let headerBytes = 8
    if (length === 1) {
      if (position + 16 > buffer.length) throw damagedHeic()
      length = Number(buffer.readBigUInt64BE(position + 8))
      headerBytes = 16
    }
    if (length === 0) length = buffer.length - position
    if (length < headerBytes || position + length > buffer.length) throw damagedHeic()
    boxes.push({
      type: buffer.toString('latin1', position + 4, position + 8),
      content: buffer.subarray(position + headerBytes, position + length),
    })
    position += length
  }
  return boxes
}

/** Reads numbers in sequence. Throws a `Refusal` instead of reading past the end. */
export class Fields {
  readonly #buffer: Buffer
  #position = 0

  constructor(buffer: Buffer) {
    this.#buffer = buffer
  }

  get rest(): Buffer {
    return this.#buffer.subarray(this.#position)
  }

  /** Reads an unsigned number of 0 to 8 bytes; 0 bytes yield 0. */
  number(bytes: number): number {
    if (this.#position + bytes > this.#buffer.length) throw damagedHeic()
    let value = 0
    for (let index = 0; index < bytes; index += 1) value = value * 256 + (this.#buffer[this.#position + index] ?? 0)
    this.#position += bytes
    return value
  }

  text(bytes: number): string {
    if (this.#position + bytes > this.#buffer.length) throw damagedHeic()
    this.#position += bytes
    return this.#buffer.toString('latin1', this.#position - bytes, this.#position)
  }
}

export function damagedHeic(): Refusal {
  return new Refusal('DAMAGED_FILE', 'The HEIC picture ends too early or is damaged.')
}
