import { createCipheriv, createDecipheriv, hash, hkdfSync } from 'node:crypto'

/** One block: the position, and a check that the cursor belongs to this stream and account. 8 bytes each. */
const algorithm = 'aes-256-ecb'
const [blockLength, checkLength] = [16, 8]

/**
 * Encrypts event positions. Positions count the events of all customers, so a readable position would show how busy the
 * shop is. Replicas with the same secret understand each other's cursors. An encryption takes about 2 µs.
 */
export class CursorCipher {
  readonly #key: Uint8Array

  /** @param secret a text that all replicas share */
  constructor(secret: string) {
    this.#key = new Uint8Array(hkdfSync('sha256', secret, '', 'event cursors', 32))
  }

  /** @param owner what the position belongs to: a stream and an account */
  seal(position: bigint, owner: string): Buffer {
    const block = Buffer.alloc(blockLength)
    block.writeBigUInt64BE(position)
    checkOf(owner).copy(block, blockLength - checkLength)
    // A single block needs no chaining, and equal cursors for equal positions reveal nothing.
    return createCipheriv(algorithm, this.#key, null).setAutoPadding(false).update(block)
  }

  /** @returns the position; null unless `sealed` was made with this secret and for this owner */
  open(sealed: Uint8Array, owner: string): bigint | null {
    if (sealed.length !== blockLength) return null
    const block = createDecipheriv(algorithm, this.#key, null).setAutoPadding(false).update(sealed)
    return block.subarray(blockLength - checkLength).equals(checkOf(owner)) ? block.readBigUInt64BE() : null
  }
}

function checkOf(owner: string): Buffer {
  return hash('sha256', owner, 'buffer').subarray(0, checkLength)
}
