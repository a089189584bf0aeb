import { extname } from 'node:path'

/** The media type if neither the key, nor a stored type, nor the bytes show another one. */
export const unknownContentType = 'application/octet-stream'

/** How many bytes of content show its media type. */
export const signatureBytes = 12

const byExtension: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.json': 'application/json',
  '.pdf': 'application/pdf',
  '.xml': 'text/xml',
  '.zip': 'application/zip',
}

/** The first bytes of each media type, from `start` on. These are the types of blobs whose keys have no extension. */
const signatures: readonly { readonly contentType: string; readonly start: number; readonly bytes: Buffer }[] = [
  { contentType: 'image/jpeg', start: 0, bytes: Buffer.from([0xff, 0xd8, 0xff]) },
  { contentType: 'image/png', start: 0, bytes: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) },
  { contentType: 'image/heic', start: 4, bytes: Buffer.from('ftyp') },
  { contentType: 'application/pdf', start: 0, bytes: Buffer.from('%PDF-') },
]

/**
 * The media type of a blob in a folder: what its key shows, otherwise what was stored beside it, otherwise what its bytes
 * show.
 * @param readType reads the media type that was stored beside the blob; null if there is none
 * @param readHead reads the first 12 bytes, or all
 */
export async function contentTypeOf(
  key: string,
  readType: () => Promise<string | null>,
  readHead: () => Promise<Uint8Array>,
): Promise<string> {
  // Earlier releases did not rename the file of the type into place, so a full disk could leave it empty.
  return contentTypeOfKey(key) ?? ((await readType()) || contentTypeOfBytes(await readHead()) || unknownContentType)
}

/** The media type that the extension of a key stands for. Undefined if the key has no extension, or an unknown one. */
export function contentTypeOfKey(key: string): string | undefined {
  return byExtension[extname(key)]
}

/**
 * The media type that the bytes show. Undefined if it is not one of `signatures`.
 * @param head the first 12 bytes, or all
 */
export function contentTypeOfBytes(head: Uint8Array): string | undefined {
  return signatures.find(({ start, bytes }) => bytes.equals(head.subarray(start, start + bytes.length)))?.contentType
}
