/** What the product has acknowledged, and what clients have found wrong. */
export class Ledger {
  /** The names of created albums, by id. */
  readonly albums = new Map<string, string>()
  /** The checksums of all contents that were sent, acknowledged or not. */
  readonly sent = new Set<string>()
  /** The checksums of complete uploads, by the id of the upload. */
  readonly uploads = new Map<string, string>()
  /** The ids of archives, by the key of their requests. */
  readonly archives = new Map<string, string>()
  /** The ids of exports, in the order of their requests. */
  readonly exports: string[] = []
  /** What was missing in an archive or export, and work that did not end. */
  readonly lost: string[] = []
  /** What an archive or export had more than once, or should not have. */
  readonly doubled: string[] = []
  /** The facts that each subscriber has received, such as `photo 123`, in their order. */
  readonly received = new Map<string, readonly string[]>()

  /** Compares the photos in fetched archives with those that must be there, and those that may be there. */
  compareContents(
    what: string,
    found: readonly string[],
    { required, allowed }: { readonly required: Iterable<string>; readonly allowed: ReadonlySet<string> },
  ): void {
    const distinct = new Set(found)
    for (const checksum of required) if (!distinct.has(checksum)) this.lost.push(`${checksum} in ${what}`)
    if (distinct.size < found.length) this.doubled.push(`${found.length - distinct.size} photos in ${what}`)
    for (const checksum of distinct) if (!allowed.has(checksum)) this.doubled.push(`unknown ${checksum} in ${what}`)
  }
}
