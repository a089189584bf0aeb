import { openSync, readFileSync } from 'node:fs'
import { startRenditionThreads } from '../../../services/storage/renditionThreads.ts'
import { createHeicDecoder } from '../../../services/storage/heic/decoder.ts'
import { readFacts } from '../../../services/storage/images.ts'
import { makeRenditions } from '../../../services/storage/renditions.ts'

// A script. It is run with few file handles and two pictures, a JPEG and a HEIC, and reports what happens to them when
// no handle is left.

const maxPixels = 1_000_000
const [jpeg = '', heic = ''] = process.argv.slice(2)
const { signal } = new AbortController()
const bytes = readFileSync(heic)
const ended = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof Error ? error.constructor.name : String(error)),
  )

const before = await ended(makeRenditions(jpeg, maxPixels))
try {
  for (;;) openSync('/dev/null', 'r')
} catch {
  // No file handle is left.
}
const heicDecoder = createHeicDecoder({ workers: 1, milliseconds: 60_000, maxPixels, maxWidth: 1_300 })
const threads = startRenditionThreads(maxPixels)
const without = {
  facts: await ended(readFacts(jpeg, maxPixels)),
  renditions: await ended(makeRenditions(jpeg, maxPixels)),
  renditionThreads: await ended(threads.make(jpeg, signal)),
  heic: await ended(heicDecoder.decode(bytes, signal)),
}
console.log(JSON.stringify({ before, without }))
process.exit()
