import { type Box, boxesOf, Fields } from '../formats/boxes.ts'

/** The part of a decoded picture that is shown. Its position is relative to the middle of the picture. */
export interface Aperture {
  readonly width: number
  readonly height: number
  /** The distance from the middle of the picture to the middle of the aperture. */
  readonly right: number
  readonly down: number
}

/**
 * Removes the clean aperture from the bytes of a HEIC and returns it, rotated like the picture; null for a HEIC without
 * one. libheif 1.23 refuses a picture whose aperture is much smaller than its coded size (strukturag/libheif#1856), so
 * the caller decodes the whole picture and crops it. In the bytes, a rotation by 0 degrees replaces the aperture, so
 * that all other properties keep their index: the items of the file refer to properties by index.
 */
export function removeAperture(bytes: Buffer): Aperture | null {
  const properties = propertiesOf(bytes)
  const [aperture, ...others] = properties.filter(({ type }) => type === 'clap')
  const rotations = properties.filter(({ type }) => type === 'irot')
  if (!aperture || others.length > 0 || rotations.length > 1) return null
  const read = readAperture(aperture.content)
  const isMirrored = properties.some(({ type }) => type === 'imir')
  if (!read || (isMirrored && (read.right !== 0 || read.down !== 0))) return null
  const start = aperture.content.byteOffset - bytes.byteOffset
  bytes.write('irot', start - 4, 'latin1')
  bytes[start] = 0
  return turnAperture(read, (rotations[0]?.content[0] ?? 0) & 3)
}

function propertiesOf(bytes: Buffer): Box[] {
  return boxesIn(boxesIn(boxesIn(boxesOf(bytes), 'meta', 4), 'iprp'), 'ipco')
}

/** @param header the bytes before the boxes */
function boxesIn(boxes: readonly Box[], type: string, header = 0): Box[] {
  const box = boxes.find((candidate) => candidate.type === type)
  return box ? boxesOf(box.content.subarray(header)) : []
}

/**
 * Reads an aperture as ISO 14496-12, 12.1.4 defines it: width, height and both offsets are fractions; the offsets are
 * signed.
 */
function readAperture(content: Buffer): Aperture | null {
  const fields = new Fields(content)
  const fraction = (): number => (fields.number(4) | 0) / fields.number(4)
  const [width, height, right, down] = [fraction(), fraction(), fraction(), fraction()].map((value) =>
    Math.round(value),
  )
  if (!width || !height || right === undefined || down === undefined) return null
  return width > 0 && height > 0 && Number.isFinite(right + down) ? { width, height, right, down } : null
}

/** @param quarters the number of counterclockwise quarter turns */
function turnAperture({ width, height, right, down }: Aperture, quarters: number): Aperture {
  if (quarters === 0) return { width, height, right, down }
  return turnAperture({ width: height, height: width, right: down, down: -right }, quarters - 1)
}
