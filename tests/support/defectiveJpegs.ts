import sharp from 'sharp'

/** The description of a defect, and a JPEG that has it. */
export type Defect = readonly [string, Buffer]

const [startOfScan, quantization, huffman, restartInterval] = [0xda, 0xdb, 0xc4, 0xdd]
const side = { width: 480, height: 360 }
const exifMarker = [0xff, 0xe1]

/**
 * Makes JPEGs with defects that cameras, card readers and bad sectors cause. Each defect is in a baseline and in a
 * progressive JPEG of 480 × 360 pixels. Browsers show all of the JPEGs except the last few.
 */
export async function makeDefectiveJpegs(): Promise<Defect[]> {
  const scene = sharp(pixels(), { raw: { width: side.width, height: side.height, channels: 3 } })
  const [baseline, progressive] = await Promise.all([
    scene.clone().jpeg().toBuffer(),
    scene.clone().jpeg({ progressive: true }).toBuffer(),
  ])
  return [
    ['CMYK', await scene.clone().toColourspace('cmyk').jpeg().toBuffer()],
    ['baseline: the scan parameters of some Samsung cameras', withScanParameters(baseline, 0, 0)],
    ['baseline: no Huffman tables', withoutSegments(baseline, huffman)],
    ...defectsOf(baseline).map(([what, jpeg]): Defect => [`baseline: ${what}`, jpeg]),
    ...defectsOf(progressive).map(([what, jpeg]): Defect => [`progressive: ${what}`, jpeg]),
  ]
}

/** Makes noise around grey. The seed is fixed, because some random noise would exceed the tolerance of the tests. */
function pixels(): Buffer {
  const data = Buffer.alloc(side.width * side.height * 3)
  let state = 1
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  for (let index = 0; index < data.length; index += 1) {
    data[index] = 128 + 60 * (random() + random() + random() - 1.5)
  }
  return data
}

function defectsOf(jpeg: Buffer): Defect[] {
  const scan = findSegment(jpeg, startOfScan)
  const middle = Math.floor(jpeg.length / 2)
  const frame = [0xff, 0xc0, 0, 11, 8, 0, 16, 0, 16, 1, 1, 0x11, 0]
  return [
    ['no end marker', jpeg.subarray(0, -2)],
    ['cut in the middle', jpeg.subarray(0, middle)],
    ['a sector of zeros', withBytes(jpeg, middle, Buffer.alloc(512))],
    ['a sector of ones', withBytes(jpeg, middle, Buffer.alloc(512, 0xff))],
    ['a sector of another file', withBytes(jpeg, middle, otherBytes(512))],
    ['100 bytes lost', Buffer.concat([jpeg.subarray(0, middle), jpeg.subarray(middle + 100)])],
    ['stray bytes before the scan', withInserted(jpeg, scan, [0, 0, 0x12, 0x34])],
    ['a segment longer than stated', withInserted(jpeg, 2, [...exifMarker, 0, 4, 0, 0, ...otherBytes(60)])],
    ['a segment of no length', withInserted(jpeg, 2, [0xff, 0xe5, 0, 0])],
    ['fill bytes', withInserted(jpeg, scan, [0xff, 0xff, 0xff])],
    ['a wrong restart interval', withInserted(jpeg, scan, [0xff, restartInterval, 0, 4, 0, 7])],
    ['a reserved marker in the data', withInserted(jpeg, middle, [0xff, 0x05])],
    ['a picture within the data', withInserted(jpeg, middle, [0xff, 0xd8])],
    ['a frame within the data', withInserted(jpeg, middle, frame)],
    ['an end within the data', withInserted(jpeg, middle, [0xff, 0xd9])],
    ['data after the end', Buffer.concat([jpeg, otherBytes(1_000)])],
    ['no scan', jpeg.subarray(0, scan)],
    ['no quantization tables', withoutSegments(jpeg, quantization)],
  ]
}

/** Removes the segments before the first scan that have this marker. */
export function withoutSegments(jpeg: Buffer, marker: number): Buffer {
  const position = findSegment(jpeg, marker)
  if (position > findSegment(jpeg, startOfScan)) return jpeg
  const end = position + 2 + jpeg.readUInt16BE(position + 2)
  return withoutSegments(Buffer.concat([jpeg.subarray(0, position), jpeg.subarray(end)]), marker)
}

/**
 * Finds the first segment with this marker before the data. Returns its position, or the length of the file if there is
 * no such segment.
 */
function findSegment(jpeg: Buffer, marker: number): number {
  let position = 2
  while (jpeg[position + 1] !== marker) {
    if (jpeg[position + 1] === startOfScan) return jpeg.length
    position += 2 + jpeg.readUInt16BE(position + 2)
  }
  return position
}

function withScanParameters(jpeg: Buffer, start: number, end: number): Buffer {
  const scan = findSegment(jpeg, startOfScan)
  const components = jpeg[scan + 4] ?? 0
  return withBytes(jpeg, scan + 5 + 2 * components, Buffer.from([start, end]))
}

function withBytes(jpeg: Buffer, position: number, bytes: Buffer): Buffer {
  return Buffer.concat([jpeg.subarray(0, position), bytes, jpeg.subarray(position + bytes.length)])
}

function withInserted(jpeg: Buffer, position: number, bytes: readonly number[]): Buffer {
  return Buffer.concat([jpeg.subarray(0, position), Buffer.from(bytes), jpeg.subarray(position)])
}

function otherBytes(count: number): Buffer {
  return Buffer.from(Array.from({ length: count }, (_, index) => (index * 2_654_435_761) >>> 24))
}
