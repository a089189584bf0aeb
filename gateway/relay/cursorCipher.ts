import { type Cipheriv, createCipheriv, createDecipheriv, type Decipheriv, hash, hkdfSync } from 'node:crypto'

/** One block: the position, and a check that the cursor belongs to this stream and account. 8 bytes each. */
const algorithm = 'aes-256-ecb'
const [blockLength, checkLength] = [16, 8]

/**
 * Encrypts event positions. Positions count the events of all customers, so a readable position would show how busy the
 * shop is. Replicas with the same secret understand each other's cursors.
 */
export class CursorCipher {
  // A single block needs no chaining, and equal cursors for equal positions reveal nothing. Without chaining and padding,
  // a cipher keeps nothing between blocks, so one serves all cursors: creating one takes longer than all other work on a
  // cursor.
  readonly #encryption: Cipheriv
  readonly #decryption: Decipheriv

  /** @param secret a text that all replicas share */
  constructor(secret: string) {
    const key = new Uint8Array(hkdfSync('sha256', secret, '', 'event cursors', 32))
    this.#encryption = createCipheriv(algorithm, key, null).setAutoPadding(false)
    this.#decryption = createDecipheriv(algorithm, key, null).setAutoPadding(false)
  }

  /** @param owner what the position belongs to: a stream and an account */
  seal(position: bigint, owner: string): Buffer {
    const block = Buffer.alloc(blockLength)
    block.writeBigUInt64BE(position)
    checkOf(owner).copy(block, blockLength - checkLength)
    return this.#encryption.update(block)
  }

  /** @returns the position; null unless `sealed` was made with this secret and for this owner */
  open(sealed: Uint8Array, owner: string): bigint | null {
    if (sealed.length !== blockLength) return null
    const block = this.#decryption.update(sealed)
    return block.subarray(blockLength - checkLength).equals(checkOf(owner)) ? block.readBigUInt64BE() : null
  }
}

function checkOf(owner: string): Buffer {
  return hash('sha256', owner, 'buffer').subarray(0, checkLength)
}
