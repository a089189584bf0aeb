/** The S3 server cannot be used at the moment, or has no room. Another attempt may succeed. */
export class BlobsUnavailable extends Error {
  override readonly name = 'BlobsUnavailable'
  /** True if the server has no room for what was to be stored. */
  readonly isFull: boolean

  constructor(cause: Error, isFull = false) {
    super(`The blob store cannot be used: ${cause.message}`, { cause })
    this.isFull = isFull
  }
}
